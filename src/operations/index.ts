import {
  IconBowlSpoon,
  IconBuildingWarehouse,
  IconCalendarTime,
  IconCategory,
  IconHelpCircle,
  IconHistory,
  IconHome2,
  IconKey,
  IconPaw,
  IconSeeding,
  IconTags,
} from '@tabler/icons-react';
import { batches } from '../../contract/operations/animal-feed.ts';
import { HISTORY_ITEMS } from '../../contract/operations/history.ts';
import { schedules } from '../../contract/operations/schedules.ts';
import { needsOf } from '../../contract/resource.ts';
import type { Redirect, Screen } from '../core/layout/screen.ts';
import { blankScreens } from './blanks/screens.ts';
import { HISTORY_TABS } from './history/lists.ts';
import { mixerScreens } from './mixers/screens.ts';
import { stockRedirects, stockScreens } from './stocks/screens.ts';

const planning = 'companies/:company_id/farms/:farm_id/planning';
const rations = 'companies/:company_id/farms/:farm_id/rations';
const seesSchedules = needsOf(schedules, 'view');
const seesRations = { item: 'ration', action: 'view' } as const;
const seesHistory = { item: 'history', action: 'view' } as const;

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
    shows: { resource: 'schedules', query: ({ day = '' }) => ({ day }) },
    load: () => import('./planning/day/page.tsx'),
  },
  {
    id: 'kkz',
    route: 'companies/:company_id/farms/:farm_id/kkz',
    area: 'client',
    title: 'operations:kkz.title',
    icon: IconSeeding,
    permission: needsOf(batches, 'view'),
    menu: 'farm',
    shows: { resource: 'batches', query: ({ day = '' }) => ({ day }) },
    load: () => import('./kkz/page.tsx'),
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
    shows: { resource: 'farms' },
    load: () => import('./farms/page.tsx'),
  },
  {
    id: 'access-keys',
    route: 'companies/:company_id/farms/:farm_id/keys',
    area: 'client',
    title: 'operations:access_keys.title',
    icon: IconKey,
    permission: { item: 'farm', action: 'change' },
    load: () => import('./access-keys/page.tsx'),
  },
  ...stockScreens,
  {
    id: 'periods',
    route: `${planning}/periods`,
    area: 'client',
    title: 'operations:periods.title',
    icon: IconCalendarTime,
    permission: { item: 'loading', action: 'view' },
    under: 'planning',
    shows: { resource: 'periods' },
    load: () => import('./planning/periods/page.tsx'),
  },
  {
    id: 'leftovers',
    route: `${planning}/leftovers`,
    area: 'client',
    title: 'operations:leftovers.title',
    icon: IconCalendarTime,
    permission: { item: 'schedule', action: 'view' },
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
  {
    id: 'groups',
    route: 'companies/:company_id/farms/:farm_id/animal-groups',
    area: 'client',
    title: 'operations:groups.title',
    icon: IconPaw,
    permission: { item: 'group', action: 'view' },
    menu: 'farm',
    shows: { resource: 'groups' },
    load: () => import('./groups/page.tsx'),
  },
  {
    id: 'rations',
    route: rations,
    area: 'client',
    title: 'operations:rations.title',
    icon: IconBowlSpoon,
    permission: seesRations,
    menu: 'farm',
    load: () => import('./rations/page.tsx'),
  },
  {
    id: 'ration-create',
    route: `${rations}/create`,
    area: 'client',
    title: 'operations:rations.create',
    icon: IconBowlSpoon,
    permission: { item: 'ration', action: 'add' },
    load: () => import('./rations/editor/page.tsx'),
  },
  {
    id: 'ration',
    route: `${rations}/:ration_id`,
    area: 'client',
    title: 'operations:rations.name',
    icon: IconBowlSpoon,
    permission: seesRations,
    shows: { resource: 'rations' },
    load: () => import('./rations/editor/page.tsx'),
  },
  {
    id: 'history',
    route: 'history',
    area: 'client',
    title: 'core:history.title',
    icon: IconHistory,
    permission: seesHistory,
    menu: 'farm',
    load: () => import('./history/start.tsx'),
  },
  ...HISTORY_TABS.map(
    ([tab, list]): Screen => ({
      id: `history-${list}`,
      route: `history/${tab}`,
      area: 'client',
      title: 'core:history.title',
      icon: IconHistory,
      permission: seesHistory,
      about: HISTORY_ITEMS[list],
      load: () => import('./history/page.tsx'),
    }),
  ),
  ...mixerScreens,
  ...blankScreens,
  {
    id: 'animal-types',
    route: 'admin/animal-types',
    area: 'client',
    title: 'operations:animal_types.title',
    icon: IconTags,
    permission: { item: 'animaltype', action: 'view' },
    menu: 'settings',
    tabs: 'admin',
    load: () => import('./animal-types/page.tsx'),
  },
  {
    id: 'ingredient-types',
    route: 'admin/ingredient-types',
    area: 'client',
    title: 'operations:ingredient_types.title',
    icon: IconCategory,
    permission: { item: 'ingredient', action: 'view' },
    menu: 'settings',
    tabs: 'admin',
    load: () => import('./ingredient-types/page.tsx'),
  },
  {
    id: 'helpdesk',
    route: 'helpdesk',
    area: 'client',
    title: 'operations:helpdesk.title',
    icon: IconHelpCircle,
    permission: null,
    menu: 'settings',
    load: () => import('./helpdesk/page.tsx'),
  },
];

/** Addresses that lead on to a screen. */
export const operationsRedirects: readonly Redirect[] = [
  { route: 'settings', to: 'settings/mixers' },
  { route: 'companies/:company_id', to: 'companies/:company_id/farms' },
  ...stockRedirects,
  { route: 'companies/:company_id/farms/:farm_id', to: planning },
];
