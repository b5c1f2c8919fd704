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
const KNOWN: Record<ChartRule, { least: number; most: number; s: number; grain: number }> = {
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

/**
 * The excursions of a series. A forgetting mean of each value is compared with limits from the values before its week. Medians ignore a
 * deviation of some weeks; a longer deviation becomes the new baseline and ends. An excursion ends when the mean is back within half its
 * limits, so that a mean that wavers at a limit is one excursion. Every point is added to `points` if given.
 */
export function walk(rule: ChartRule, days: readonly DayValues[], watch: Watch, points?: Point[]): Excursion[] {
  const { least, most, s: leastS, grain } = KNOWN[rule];
  const clip = clipOf(rule);
  const excursions: Excursion[] = [];
  const before: number[] = [];
  let known = null as Known | null;
  let mean: number | null = null;
  let current: Excursion | null = null;
  for (const { day, values, unit } of days) {
    const week = toWeekNumber(day);
    if (before.length >= least && known?.week !== week) {
      const { target: middle, s } = usual(before.slice(-most));
      const target = watch.target ?? middle;
      const spread = Math.max(s, leastS, unit ? grain / unit : 0);
      known = { week, target, most: clip * spread, ...ewmaLimits({ target, s: spread, lambda: watch.lambda, width: watch.width }) };
    }
    for (const value of values) {
      before.push(value);
      if (!known) {
        points?.push({ day, value, ewma: null, target: null, low: null, high: null });
        continue;
      }
      const { target, low, high } = known;
      const counted = Math.min(target + known.most, Math.max(target - known.most, value));
      mean = watch.lambda * counted + (1 - watch.lambda) * (mean ?? target);
      points?.push({ day, value, ewma: mean, target, low, high });
      const bound = mean > high ? high : mean < low ? low : null;
      if (bound !== null) {
        if (current && sideOf(current) !== Math.sign(mean - target)) {
          current.over = true;
          current = null;
        }
        if (current) Object.assign(current, { last: day, value: mean, bound, target });
        else {
          current = { since: day, last: day, over: false, value: mean, bound, target };
          excursions.push(current);
        }
      } else if (current && Math.abs(mean - target) <= (high - target) / 2) {
        current.over = true;
        current = null;
      }
    }
  }
  return excursions;
}

/** 1 above its target, −1 below. */
export const sideOf = ({ value, target }: Pick<Excursion, 'value' | 'target'>): number => Math.sign(value - target);
