import { IconCalendarRepeat, IconCalendarTime, IconFileImport, IconScaleOutline, IconSeedling } from '@tabler/icons-react';
import { BATCHES, SCHEDULES } from '#contract/operations/who-sees.ts';
import { needsOf } from '#contract/rights.ts';
import type { Screen } from '#src/core/layout/screen.ts';

/** Route of a farm's plan. */
export const PLANNING = 'companies/:company_id/farms/:farm_id/planning';

/** The screens of feeding, in the order of the menu. */
export const feedingScreens: readonly Screen[] = [
  {
    id: 'planning',
    route: PLANNING,
    area: 'client',
    title: 'operations:planning.title',
    icon: IconCalendarTime,
    permission: needsOf(SCHEDULES, 'view'),
    menu: 'feeding',
    shows: { resource: 'schedules', query: ({ day = '' }) => ({ day }) },
    load: () => import('./feedings/page.tsx'),
  },
  {
    id: 'load-imports',
    route: `${PLANNING}/import`,
    area: 'client',
    title: 'pages:load_import.title',
    icon: IconFileImport,
    permission: { item: 'schedule', action: 'add' },
    under: 'planning',
    load: () => import('./load-imports/page.tsx'),
  },
  {
    id: 'periods',
    route: `${PLANNING}/periods`,
    area: 'client',
    title: 'operations:periods.title',
    icon: IconCalendarRepeat,
    permission: { item: 'loading', action: 'view' },
    menu: 'feeding',
    adds: true,
    shows: { resource: 'periods' },
    load: () => import('./periods/page.tsx'),
  },
  {
    id: 'leftovers',
    route: `${PLANNING}/leftovers`,
    area: 'client',
    title: 'operations:leftovers.title',
    icon: IconScaleOutline,
    permission: { item: 'schedule', action: 'view' },
    menu: 'feeding',
    load: () => import('./leftovers/page.tsx'),
  },
  {
    id: 'daily-call',
    route: `${PLANNING}/bunks`,
    area: 'client',
    title: 'operations:daily_call.title',
    icon: IconScaleOutline,
    permission: { item: 'schedule', action: 'view' },
    menu: 'feeding',
    load: () => import('./daily-call/page.tsx'),
  },
  {
    id: 'kkz',
    route: 'companies/:company_id/farms/:farm_id/kkz',
    area: 'client',
    title: 'operations:kkz.title',
    icon: IconSeedling,
    permission: needsOf(BATCHES, 'view'),
    menu: 'feeding',
    shows: { resource: 'batches', query: ({ day = '' }) => ({ day }) },
    load: () => import('./batches/page.tsx'),
  },
];
