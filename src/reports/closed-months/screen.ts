import { IconCalendarCheck } from '@tabler/icons-react';
import type { Screen } from '#src/core/layout/screen.ts';

/** Screen for accountants, after the forms are printed. */
export const monthsScreen: Screen = {
  id: 'months',
  route: 'reports/months',
  area: 'client',
  title: 'reports:months.title',
  icon: IconCalendarCheck,
  permission: { item: 'blanks', action: 'view' },
  menu: 'month',
  does: { title: 'search:close_month', need: { item: 'blanks', action: 'change' } },
  load: () => import('./page.tsx'),
};
