import { IconUserDollar } from '@tabler/icons-react';
import type { Screen } from '#src/core/layout/screen.ts';

const common = {
  area: 'client',
  icon: IconUserDollar,
  permission: { item: 'group', action: 'view' },
  under: 'groups',
  tabs: 'owners',
  found: true,
} as const;

/** Owners of groups, and the other lines of their statements. */
export const ownerScreens: readonly Screen[] = [
  {
    ...common,
    id: 'owners',
    listsFarm: true,
    imports: true,
    route: 'owners',
    title: 'operations:owners.title',
    shows: { resource: 'groupowners', query: ({ name }) => ({ search: name.split(' ').slice(0, -1).join(' ') }) },
    load: () => import('./page.tsx'),
  },
  {
    ...common,
    id: 'owner-lines',
    listsFarm: true,
    imports: true,
    route: 'owners/lines',
    title: 'operations:owners.lines_title',
    shows: { resource: 'ownerlines', query: ({ day = '' }) => ({ day_after: day, day_before: day }) },
    load: () => import('./lines-page.tsx'),
  },
];
