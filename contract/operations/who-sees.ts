import type { ResourceId } from '#contract/resource-ids.ts';
import type { Action, Guarded, Item, Need } from '#contract/rights.ts';

/** Who reaches what, apart from the schemas: the menu asks it, and the sign-in page needn't bring them. */

const toView = (needs: readonly Need[]) => (action: Action) => (action === 'view' ? needs : []);

/** Who loads or unloads by the plan, or schedules its periods, sees the plan. */
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

/** Who makes batches sees what is to be made. */
export const BATCHES = {
  permission: 'schedule',
  module: 'animalfeed',
  also: toView([
    { module: 'animalfeed', item: 'load', action: 'view' },
    { module: 'animalfeed', item: 'load', action: 'add' },
  ]),
} as const satisfies Guarded;

/** Who makes compound feed sees what it is made by. */
export const RECIPES = {
  permission: 'animalfeed_recipe',
  also: toView([
    { item: 'animalfeed_delivery', action: 'view' },
    { item: 'animalfeed_delivery', action: 'add' },
  ]),
} as const satisfies Guarded;

/** The rights that some report asks for. */
const OF_REPORTS: readonly Need[] = [
  ...(['dashboard', 'inout', 'load', 'planfeed', 'upload', 'additional', 'blanks'] as const).map(
    (item) => ({ item, action: 'view' }) as const,
  ),
  { module: 'animalfeed', item: 'load', action: 'view' },
];

/** Who sees a report sees what people noted on its days; who keeps things beside reports may note something. */
export const REMARKS = { permission: 'filters', also: toView(OF_REPORTS) } as const satisfies Guarded;

/** Who sees a report may pass it on, as with its file; which report, its table asks. */
export const SHARES = { permission: 'dashboard', also: () => OF_REPORTS } as const satisfies Guarded;

/** The lists of history by the resource they tell of, and that as rights name it: a client whose modules haven't that has no history of it. */
export const HISTORY_ITEMS = {
  animaltypes: 'animaltype',
  bonusrules: 'blanks',
  budgets: 'additional',
  farms: 'farm',
  groups: 'group',
  harvests: 'delivery',
  ingredients: 'ingredient',
  milk: 'schedule',
  mixers: 'mixer',
  openings: 'delivery',
  orders: 'delivery',
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
