import { IconTruckLoading } from '@tabler/icons-react';
import type { Screen } from '#src/core/layout/screen.ts';

const common = {
  area: 'client',
  title: 'operations:mixers.title',
  icon: IconTruckLoading,
  permission: { item: 'mixer', action: 'view' },
} as const;
const admin = { ...common, under: 'mixers', tabs: 'admin', load: () => import('./admin-page.tsx') } as const;

export const mixerScreens: readonly Screen[] = [
  {
    ...common,
    id: 'mixers',
    route: 'settings/mixers',
    menu: 'settings',
    adds: true,
    tabs: 'settings',
    shows: { resource: 'mixers', query: ({ name }) => ({ search: name }) },
    load: () => import('./page.tsx'),
  },
  { ...admin, id: 'admin-mixers', route: 'admin/mixers' },
  { ...admin, id: 'farm-mixers', route: 'admin/mixers/companies/:company_id/farms/:farm_id' },
];
