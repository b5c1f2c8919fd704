import { ewmaLimits, usual } from '#common/statistics/ewma.ts';
import { type ChartRule, clipOf } from '#contract/reports/signal-words.ts';

/** The values of a day, in their order. */
export interface DayValues {
  day: string;
  values: readonly number[];
  /** Kilograms that a unit of them is worth, on the mean. */
  unit: number | null;
}

export interface Watch {
  lambda: number;
  width: number;
  /** null: what the values usually are. */
  target: number | null;
}

/** A point of a series. Mean and limits are missing until the series has enough values. */
export interface Point {
  day: string;
  value: number;
  ewma: number | null;
  target: number | null;
  low: number | null;
  high: number | null;
}

/** Days on which the mean was beyond one of its limits: as it was when it was last, and whether it came back since. */
export interface Excursion {
  since: string;
  last: string;
  over: boolean;
  value: number;
  bound: number;
  target: number;
}

/**
 * The baseline of a measure uses its last `most` values and at least `least` of them. `s` is the smallest deviation that the instrument can
 * measure, so that equal values don't give limits of zero; `grain` is the same in kilograms.
 */
const BASELINES: Record<ChartRule, { least: number; most: number; s: number; grain: number }> = {
  loading_bias: { least: 20, most: 200, s: 0.3, grain: 5 },
  dry_matter_intake: { least: 15, most: 60, s: 0.1, grain: 0 },
  dry_matter: { least: 6, most: 20, s: 0.3, grain: 0 },
  mixing_time: { least: 20, most: 200, s: 10, grain: 0 },
  mixer_drift: { least: 20, most: 200, s: 0.2, grain: 0 },
};
/** Days read before the first changed day. Older values have no weight. */
export const HISTORY_DAYS = 200;

interface Known {
  week: number;
  target: number;
  /** How far from the target a value counts. */
  most: number;
  low: number;
  high: number;
}
const toWeekNumber = (day: string) => Math.floor(Date.parse(day) / 604_800_000);

/** The target and the limits of a week, from the values before it. */
function findBaseline(rule: ChartRule, before: readonly number[], unit: number | null, watch: Watch): Omit<Known, 'week'> {
  const { most, s: leastS, grain } = BASELINES[rule];
  const { target: middle, s } = usual(before.slice(-most));
  const target = watch.target ?? middle;
  const spread = Math.max(s, leastS, unit ? grain / unit : 0);
  return { target, most: clipOf(rule) * spread, ...ewmaLimits({ target, s: spread, lambda: watch.lambda, width: watch.width }) };
}

/**
 * The excursions of a series. A forgetting mean of each value is compared with limits from the values before its week. Medians ignore a
 * deviation of some weeks; a longer deviation becomes the new baseline and ends. Every point is added to `points` if given.
 */
export function walk(rule: ChartRule, days: readonly DayValues[], watch: Watch, points?: Point[]): Excursion[] {
  const excursions: Excursion[] = [];
  const before: number[] = [];
  let known = null as Known | null;
  let mean: number | null = null;
  let current: Excursion | null = null;
  for (const { day, values, unit } of days) {
    const week = toWeekNumber(day);
    if (before.length >= BASELINES[rule].least && known?.week !== week) known = { week, ...findBaseline(rule, before, unit, watch) };
    for (const value of values) {
      before.push(value);
      if (!known) {
        points?.push({ day, value, ewma: null, target: null, low: null, high: null });
        continue;
      }
      const { target, most, low, high } = known;
      const counted = Math.min(target + most, Math.max(target - most, value));
      mean = watch.lambda * counted + (1 - watch.lambda) * (mean ?? target);
      points?.push({ day, value, ewma: mean, target, low, high });
      current = followExcursion(current, day, mean, known, excursions);
    }
  }
  return excursions;
}

/**
 * Continues or ends the current excursion by the mean of a value. Returns the excursion that now goes on, which is added to `excursions` if it
 * is new. An excursion ends when the mean is back within half its limits, so that a mean that wavers at a limit is one excursion.
 */
function followExcursion(current: Excursion | null, day: string, mean: number, { target, low, high }: Known, excursions: Excursion[]) {
  const isBeyond = mean > high || mean < low;
  const isBack = !isBeyond && Math.abs(mean - target) <= (high - target) / 2;
  const isOtherSide = isBeyond && current !== null && sideOf(current) !== Math.sign(mean - target);
  if (current && (isBack || isOtherSide)) current.over = true;
  if (!isBeyond) return isBack ? null : current;
  const state = { last: day, value: mean, bound: mean > high ? high : low, target };
  if (current && !isOtherSide) return Object.assign(current, state);
  const begun: Excursion = { since: day, over: false, ...state };
  excursions.push(begun);
  return begun;
}

/** 1 above its target, −1 below. */
export const sideOf = ({ value, target }: Pick<Excursion, 'value' | 'target'>): number => Math.sign(value - target);
