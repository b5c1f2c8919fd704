import { IconBuildingWarehouse, IconCalendarTime, IconHome2 } from '@tabler/icons-react';
import type { Redirect, Screen } from '../core/layout/screen.ts';

const planning = 'companies/:company_id/farms/:farm_id/planning';
const seesSchedules = { item: 'schedule', action: 'view' } as const;

/** The screens of daily work, in the order of the menu. */
export const operationsScreens: readonly Screen[] = [
  {
    id: 'planning',
    route: planning,
    area: 'client',
    title: 'operations:planning.title',
    icon: IconCalendarTime,
    permission: seesSchedules,
    menu: 'farm',
    load: () => import('./planning/day/page.tsx'),
  },
  {
    id: 'companies',
    route: 'companies',
    area: 'client',
    title: 'operations:companies.title',
    icon: IconBuildingWarehouse,
    permission: { item: 'company', action: 'view' },
    menu: 'farm',
    load: () => import('./companies/page.tsx'),
  },
  {
    id: 'farms',
    route: 'companies/:company_id/farms',
    area: 'client',
    title: 'operations:farms.title',
    icon: IconHome2,
    permission: { item: 'farm', action: 'view' },
    menu: 'farm',
    load: () => import('./farms/page.tsx'),
  },
  {
    id: 'periods',
    route: `${planning}/periods`,
    area: 'client',
    title: 'operations:periods.title',
    icon: IconCalendarTime,
    permission: { item: 'loading', action: 'view' },
    load: () => import('./planning/periods/page.tsx'),
  },
  {
    id: 'leftovers',
    route: `${planning}/leftovers`,
    area: 'client',
    title: 'operations:leftovers.title',
    icon: IconCalendarTime,
    permission: seesSchedules,
    load: () => import('./planning/leftovers/page.tsx'),
  },
  {
    id: 'recording',
    route: `${planning}/:schedule_id/record`,
    area: 'client',
    title: 'operations:recording.title',
    icon: IconCalendarTime,
    permission: seesSchedules,
    load: () => import('./recording/page.tsx'),
  },
];

/** Addresses that lead on to a screen. */
export const operationsRedirects: readonly Redirect[] = [
  { route: 'companies/:company_id', to: 'companies/:company_id/farms' },
  { route: 'companies/:company_id/farms/:farm_id', to: planning },
];
