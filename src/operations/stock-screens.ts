import { IconBlender, IconBuildingWarehouse, IconClipboardList, IconPlant2, IconTruckDelivery, IconUsers } from '@tabler/icons-react';
import { RECIPES } from '#contract/operations/who-sees.ts';
import { needsOf } from '#contract/rights.ts';
import type { Redirect, Screen } from '#src/core/layout/screen.ts';

const fodder = needsOf(RECIPES, 'view');

/** The screens of what lies in stock, in the order of the menu. */
export const stockScreens: readonly Screen[] = [
  {
    id: 'ingredients',
    route: 'stock/ingredients',
    area: 'client',
    title: 'operations:ingredients.title',
    icon: IconPlant2,
    permission: { item: 'ingredient', action: 'view' },
    menu: 'farm',
    shows: { resource: 'ingredients', query: ({ id }) => ({ open: id }) },
    load: () => import('./ingredients/page.tsx'),
  },
  {
    id: 'needs',
    route: 'stock/needs',
    area: 'client',
    title: 'operations:needs.title',
    icon: IconClipboardList,
    permission: { item: 'ingredient', action: 'view' },
    under: 'ingredients',
    load: () => import('./needs/page.tsx'),
  },
  {
    id: 'deliveries',
    route: 'stock/deliveries',
    area: 'client',
    title: 'operations:deliveries.title',
    icon: IconTruckDelivery,
    permission: { item: 'delivery', action: 'view' },
    menu: 'farm',
    shows: { resource: 'deliveries', query: ({ day = '' }) => ({ delivered_after: day, delivered_before: day }) },
    load: () => import('./deliveries/page.tsx'),
  },
  {
    id: 'fodder',
    route: 'stock/fodder',
    area: 'client',
    title: 'operations:fodder.title',
    icon: IconBlender,
    permission: fodder,
    menu: 'farm',
    load: () => import('./recipes/page.tsx'),
  },
  {
    id: 'fodder-create',
    route: 'stock/fodder/create',
    area: 'client',
    title: 'operations:fodder.create',
    icon: IconBlender,
    permission: fodder,
    load: () => import('./recipes/create-page.tsx'),
  },
  {
    id: 'fodder-copy',
    route: 'stock/fodder/:fodder_id/recipe/create',
    area: 'client',
    title: 'operations:fodder.copy_title',
    icon: IconBlender,
    permission: fodder,
    load: () => import('./recipes/copy-page.tsx'),
  },
  {
    id: 'fodder-edit',
    route: 'stock/fodder/:fodder_id/recipe/edit',
    area: 'client',
    title: 'operations:fodder.recipe',
    icon: IconBlender,
    permission: fodder,
    shows: { resource: 'recipes' },
    load: () => import('./recipes/edit-page.tsx'),
  },
  {
    id: 'fodder-craft',
    route: 'stock/fodder/:fodder_id/craft',
    area: 'client',
    title: 'operations:fodder.craft_title',
    icon: IconBlender,
    permission: fodder,
    load: () => import('./recipes/craft-page.tsx'),
  },
  {
    id: 'delivery-companies',
    route: 'stock/companies',
    area: 'client',
    title: 'operations:delivery_companies.title',
    icon: IconUsers,
    permission: { item: 'delivery_company', action: 'view' },
    under: 'deliveries',
    load: () => import('./delivery-companies/page.tsx'),
  },
  {
    id: 'stocks',
    route: 'companies/:company_id/stocks',
    area: 'client',
    title: 'operations:stocks.title',
    icon: IconBuildingWarehouse,
    permission: { item: 'stock', action: 'view' },
    menu: 'farm',
    load: () => import('./stocks/page.tsx'),
  },
  {
    id: 'stock',
    route: 'companies/:company_id/stocks/:stock_id',
    area: 'client',
    title: 'operations:stocks.name',
    icon: IconBuildingWarehouse,
    permission: { item: 'stock', action: 'view' },
    shows: { resource: 'stocks' },
    load: () => import('./stocks/stock-page.tsx'),
  },
];

export const stockRedirects: readonly Redirect[] = [
  { route: 'stock', to: ['stock/ingredients', 'stock/deliveries', 'stock/fodder', 'stock/companies'] },
];
