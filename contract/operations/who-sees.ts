import type { ResourceId } from '#contract/resource-ids.ts';
import type { Action, Guarded, Item, Need } from '#contract/rights.ts';

/** Access to lists, separate from the schemas, so that the menu and the sign-in page load no schema. */

const toView = (needs: readonly Need[]) => (action: Action) => (action === 'view' ? needs : []);

/** People who load, unload or schedule periods see the plan. */
export const SCHEDULES = {
  permission: 'schedule',
  also: toView([
    { item: 'schedule', action: 'view' },
    { item: 'schedule_loading', action: 'view' },
    { item: 'load_schedule', action: 'view' },
    { item: 'load_schedule', action: 'add' },
    { item: 'upload_schedule', action: 'view' },
    { item: 'upload_schedule', action: 'add' },
  ]),
} as const satisfies Guarded;

/** People who make batches see the planned ones. */
export const BATCHES = {
  permission: 'schedule',
  module: 'animalfeed',
  also: toView([
    { module: 'animalfeed', item: 'load', action: 'view' },
    { module: 'animalfeed', item: 'load', action: 'add' },
  ]),
} as const satisfies Guarded;

/** People who make compound feed see its recipes. */
export const RECIPES = {
  permission: 'animalfeed_recipe',
  also: toView([
    { item: 'animalfeed_delivery', action: 'view' },
    { item: 'animalfeed_delivery', action: 'add' },
  ]),
} as const satisfies Guarded;

/** People who enter stock or load by packs see them. */
export const PACKS = {
  permission: 'ingredient',
  also: toView([
    ...(['ingredient', 'stock', 'delivery', 'load_schedule'] as const).map((item) => ({ item, action: 'view' }) as const),
    { item: 'load_schedule', action: 'add' },
  ]),
} as const satisfies Guarded;

/** The rights of all reports. */
const OF_REPORTS: readonly Need[] = [
  ...(['dashboard', 'inout', 'load', 'planfeed', 'upload', 'additional', 'blanks'] as const).map(
    (item) => ({ item, action: 'view' }) as const,
  ),
  { module: 'animalfeed', item: 'load', action: 'view' },
];

/** Readers of a report see the notes of its days; people who keep filters may write notes. */
export const REMARKS = { permission: 'filters', also: toView(OF_REPORTS) } as const satisfies Guarded;

/** Readers of a report may share it, like its file. Its table checks the report. */
export const SHARES = { permission: 'dashboard', also: () => OF_REPORTS } as const satisfies Guarded;

/** History lists by resource, with the item of the right: a client without its module has no such history. */
export const HISTORY_ITEMS = {
  animaltypes: 'animaltype',
  bonusrules: 'blanks',
  budgets: 'additional',
  farms: 'farm',
  groupowners: 'group',
  groups: 'group',
  harvests: 'delivery',
  ingredients: 'ingredient',
  milk: 'schedule',
  mixers: 'mixer',
  openings: 'delivery',
  orders: 'delivery',
  ownerlines: 'group',
  programmes: 'ration',
  rations: 'ration',
  remarks: 'filters',
  serviceplans: 'mixer',
  services: 'mixer',
  signalrules: 'filters',
  signals: 'dashboard',
  stocks: 'stock',
  weights: 'group',
} as const satisfies Partial<Record<ResourceId, Item>>;
export type HistoryList = keyof typeof HISTORY_ITEMS;
