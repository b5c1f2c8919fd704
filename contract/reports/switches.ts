import { PRICE_BASES } from '#contract/words.ts';

/** Filters with one word; the first is the default. */
export const SWITCHES = {
  /** Each farm's own prices, or one price list for all compared ones. */
  prices: ['own', 'common'],
  /** Value of a kilogram: its price at the move, its present average in stock, its present list price, or first in, first out. */
  price_basis: PRICE_BASES,
  /** Deviations with signs, which cancel out in sums, or by size. */
  deviation: ['signed', 'absolute'],
  /** Milk rows by group or farm, and by time unit. */
  milk_rows: ['group', 'farm'],
  milk_step: ['week', 'day', 'month'],
  /** Formula of corrected milk: IFCN, DHI, fat-corrected to 3.5 or 4 %. */
  ecm: ['ifcn', 'dhi', 'fcm35', 'fcm4'],
  /** Budget: kind of rows. */
  budget_rows: ['feed', 'group', 'month'],
  /** Supply: needs by plan, or the mean of the last days. */
  supply_basis: ['plan', 'use_7', 'use_30'],
  /** Comparison period: none, the days just before (for a month the month before), the same days a year before. */
  compare_with: ['none', 'previous', 'last_year'],
} as const;
export type Switch = keyof typeof SWITCHES;
export const isSwitch = (filter: string): filter is Switch => filter in SWITCHES;

/** Filters that choose the content instead of narrowing it: the explorer's rows and measures. */
const SHAPES = ['row', 'measure'] as const;
export type Shape = (typeof SHAPES)[number];
export const isShape = (filter: string): filter is Shape => SHAPES.some((shape) => shape === filter);
/** True for filters that choose the presentation: they stay when other farms are chosen. */
export const isManner = (filter: string): filter is Switch | Shape => isSwitch(filter) || isShape(filter);

/** Max days of a report: three years. */
export const MAX_RANGE_DAYS = 1096;
