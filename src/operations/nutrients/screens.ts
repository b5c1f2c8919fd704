import { IconFlask } from '@tabler/icons-react';
import type { Screen } from '#src/core/layout/screen.ts';

const common = {
  area: 'client',
  icon: IconFlask,
  permission: { item: 'ration', action: 'view' },
  under: 'ingredients',
  tabs: 'nutrients',
  found: true,
} as const;

/** Analyses of feeds, the norms of animals, and the nutrients that both count. */
export const nutrientScreens: readonly Screen[] = [
  {
    ...common,
    id: 'analyses',
    listsFarm: true,
    adds: true,
    imports: true,
    route: 'stock/analyses',
    title: 'operations:analyses.title',
    shows: { resource: 'analyses' },
    load: () => import('#src/operations/analyses/page.tsx'),
  },
  {
    ...common,
    id: 'norms',
    imports: true,
    route: 'stock/norms',
    title: 'operations:norms.title',
    load: () => import('#src/operations/norms/page.tsx'),
  },
  {
    ...common,
    id: 'offers',
    listsFarm: true,
    imports: true,
    route: 'stock/offers',
    title: 'operations:offers.title',
    load: () => import('#src/operations/offers/page.tsx'),
  },
  { ...common, id: 'nutrients', route: 'stock/nutrients', title: 'operations:nutrients.title', load: () => import('./page.tsx') },
];
