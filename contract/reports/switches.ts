/** Filters of one word; the first holds where none is said. */
export const SWITCHES = {
  /** Each farm's own prices, or one list for all that are compared. */
  prices: ['own', 'common'],
  /** What a kilogram is worth: its price when it was moved, its average in stock now, its list price now. */
  price_basis: ['moment', 'average', 'today'],
  /** Deviations with their signs, which cancel out where they are added up, or by their size alone. */
  deviation: ['signed', 'absolute'],
  /** Of milk: whose it is told of, and by how many days. */
  milk_rows: ['group', 'farm'],
  milk_step: ['week', 'day', 'month'],
  /** By which formula milk is made comparable: IFCN, DHI, fat-corrected to 3.5 or 4 %. */
  ecm: ['ifcn', 'dhi', 'fcm35', 'fcm4'],
  /** Of a budget: by what its rows are told. */
  budget_rows: ['feed', 'group', 'month'],
  /** Of supply: what is needed by the plan, or as the mean of so many days. */
  supply_basis: ['plan', 'use_7', 'use_30'],
  /** What the figures are compared with: nothing, the days just before (a month with the month before), the same days a year before. */
  compare_with: ['none', 'previous', 'last_year'],
} as const;
export type Switch = keyof typeof SWITCHES;
export const isSwitch = (filter: string): filter is Switch => filter in SWITCHES;

/** Filters that don't narrow a report but say what it shows: the explorer's rows and measures. */
const SHAPES = ['row', 'measure'] as const;
export type Shape = (typeof SHAPES)[number];
export const isShape = (filter: string): filter is Shape => SHAPES.some((shape) => shape === filter);
/** What says how a report is told rather than of what: it stays when other farms are chosen. */
export const isManner = (filter: string): filter is Switch | Shape => isSwitch(filter) || isShape(filter);

/** Three years, the longest range a report takes. */
export const MAX_RANGE_DAYS = 1096;
