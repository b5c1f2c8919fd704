import { IconChecklist } from '@tabler/icons-react';
import type { Screen } from '#src/core/layout/screen.ts';

/** Screen to make a month's papers and close the month, for all farms at once. */
export const monthEndScreen: Screen = {
  id: 'month-end',
  route: 'reports/month-end',
  area: 'client',
  title: 'reports:month_end.title',
  icon: IconChecklist,
  permission: { item: 'blanks', action: 'view' },
  menu: 'month',
  load: () => import('./page.tsx'),
};
