import { IconActivity, IconBuildingCommunity, IconDatabase, IconSend, IconShieldLock, IconUserStar, IconUsers } from '@tabler/icons-react';
import type { Redirect, Screen } from '#src/core/layout/screen.ts';

const mixerDb = {
  area: 'service',
  title: 'admin:mixer_db.title',
  icon: IconDatabase,
  permission: { item: 'mixer_db', action: 'view' },
  superadmin: true,
} as const;

/** Brands of mixers, their models, the calibrations of a model. */
const mixerDbScreens: readonly Screen[] = [
  { ...mixerDb, id: 'mixer-db', route: 'mixer-db', menu: 'service', load: () => import('./mixer-db/brands-page.tsx') },
  { ...mixerDb, id: 'mixer-db-models', route: 'mixer-db/:mixerId/models', load: () => import('./mixer-db/models-page.tsx') },
  {
    ...mixerDb,
    id: 'mixer-db-calibrations',
    route: 'mixer-db/:mixerId/models/:modelId/calibrations',
    load: () => import('./mixer-db/calibrations-page.tsx'),
  },
];

/** Screens of administration, of one client and across clients, in the order of the menu. */
export const adminScreens: readonly Screen[] = [
  {
    id: 'access-groups',
    adds: true,
    route: 'admin/groups',
    area: 'client',
    title: 'admin:groups.title',
    icon: IconShieldLock,
    permission: { item: 'access_group', action: 'view' },
    menu: 'settings',
    tabs: 'admin',
    load: () => import('./access-groups/page.tsx'),
  },
  {
    id: 'employees',
    adds: true,
    route: 'admin/users',
    area: 'client',
    title: 'admin:employees.title',
    icon: IconUsers,
    permission: { item: 'employee', action: 'view' },
    menu: 'settings',
    tabs: 'admin',
    shows: { resource: 'employees' },
    load: () => import('./employees/page.tsx'),
  },
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
  {
    id: 'consultants',
    route: 'consultants',
    area: 'service',
    title: 'admin:consultants.title',
    icon: IconUserStar,
    permission: { item: 'user', action: 'view' },
    menu: 'service',
    load: () => import('./consultants/page.tsx'),
  },
  {
    id: 'users',
    route: 'users',
    area: 'service',
    title: 'admin:users.title',
    icon: IconUsers,
    permission: { item: 'user', action: 'view' },
    menu: 'service',
    load: () => import('./accounts/page.tsx'),
  },
  {
    id: 'activities',
    route: 'activities',
    area: 'service',
    title: 'admin:activities.title',
    icon: IconActivity,
    permission: { item: 'activity', action: 'view' },
    menu: 'service',
    load: () => import('./activities/page.tsx'),
  },
  {
    id: 'outgoing-mail',
    route: 'mail',
    area: 'service',
    title: 'admin:outgoing_mail.title',
    icon: IconSend,
    permission: { item: 'activity', action: 'view' },
    menu: 'service',
    load: () => import('./outgoing-mail/page.tsx'),
  },
  ...mixerDbScreens,
];

/** Addresses that redirect to a screen. */
export const adminRedirects: readonly Redirect[] = [
  {
    route: 'admin',
    to: ['admin/groups', 'admin/users', 'admin/animal-types', 'admin/ingredient-types', 'admin/mixers', 'admin/blanks'],
  },
];
