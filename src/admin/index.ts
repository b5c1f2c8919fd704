import { IconBuildingCommunity } from '@tabler/icons-react';
import type { Redirect, Screen } from '../core/layout/screen.ts';

/** Screens of administration, of one client and across clients, in the order of the menu. */
export const adminScreens: readonly Screen[] = [
  {
    id: 'clients',
    route: 'clients',
    area: 'service',
    title: 'admin:clients.title',
    icon: IconBuildingCommunity,
    permission: { item: 'client', action: 'view' },
    menu: 'service',
    load: () => import('./clients/page.tsx'),
  },
];

/** Addresses that lead on to a screen. */
export const adminRedirects: readonly Redirect[] = [];
