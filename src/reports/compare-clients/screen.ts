import { IconArrowsDiff } from '@tabler/icons-react';
import { compareClients } from '#contract/reports/compare-clients.ts';
import type { Screen } from '#src/core/layout/screen.ts';

export const compareClientsScreen: Screen = {
  id: 'report-compare-clients',
  route: compareClients.route,
  area: 'service',
  title: compareClients.label,
  icon: IconArrowsDiff,
  permission: { item: 'client', action: 'view' },
  menu: 'service',
  load: () => import('./page.tsx'),
};
