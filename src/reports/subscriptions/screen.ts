import { IconSend } from '@tabler/icons-react';
import type { Screen } from '#src/core/layout/screen.ts';

export const subscriptionsScreen: Screen = {
  id: 'subscriptions',
  route: 'reports/additional/sendings',
  area: 'client',
  title: 'reports:sending.title',
  icon: IconSend,
  permission: { item: 'filters', action: 'view' },
  menu: 'reports',
  load: () => import('./page.tsx'),
};
