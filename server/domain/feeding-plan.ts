/** The arithmetic of a plan: whole grams throughout, so that parts sum to their whole exactly. Weights go in and come out in kilograms. */

/** A rounding step in hundred-thousandths of a gram: fine enough for five pounds (2 267.96185 g) to be exact. */
type Step = bigint;
const PER_GRAM = 100_000n;
const FIVE_KG: Step = 5_000n * PER_GRAM;
const FIVE_LB: Step = 226_796_185n;
/** Millionths of a percent in a whole, over what a step's unit is of a gram: shares × grams in the step's units, in thousandths. */
const SHARES_IN_UNIT = 100_000_000n / PER_GRAM;

export const toGrams = (kg: number): number => Math.round(kg * 1000);
export const toKilograms = (grams: number): number => grams / 1000;
const millionths = (percent: number): number => Math.round(percent * 1_000_000);

/** The step of a mixer that rounds (5 kg, or 5 lb for those who weigh in pounds), else the ration's in kg; 0 is to the gram. */
export function stepOf(plan: { mixerRounds: boolean; inPounds: boolean; rationStep: number }): Step {
  if (plan.mixerRounds) return plan.inPounds ? FIVE_LB : FIVE_KG;
  return BigInt(Math.max(1, toGrams(plan.rationStep))) * PER_GRAM;
}

/** Heads × weight per head, as much more or less as the ration has grown since that was typed. */
export const groupWeight = (heads: number, perHead: number, growth = 1): number =>
  toKilograms(Math.round(toGrams(perHead) * heads * growth));

/** How much more a ration comes to now than when the weight of a head was typed. */
export const growthOf = (size: number, typedFor: number): number => (size === typedFor ? 1 : size / typedFor);

export const sumWeights = (weights: readonly number[]): number => toKilograms(weights.reduce((sum, weight) => sum + toGrams(weight), 0));

/** What is to be mixed anew: the plan less the leftovers and the refusals of other groups that are fed with it, never under 0. */
export const freshWeight = (plan: number, leftovers: boolean, plannedLeftovers: number, refed = 0): number =>
  toKilograms(Math.max(0, toGrams(plan) - (leftovers ? toGrams(plannedLeftovers) : 0) - toGrams(refed)));

/**
 * Shares `weight` by `percents`, each share rounded to the step and the difference put on the largest, so that they sum to `weight`
 * exactly. Where the step is too coarse for that (the largest would fall under 0) shares are cut to the step instead.
 */
export function shareByPercent(weight: number, percents: readonly number[], step: Step): number[] {
  if (percents.length === 0) return [];
  const whole = toGrams(weight);
  const shares = percents.map(millionths);
  const largest = shares.indexOf(Math.max(...shares));
  const spread = (round: boolean): number[] => {
    const grams = shares.map((share) => {
      const units = BigInt(share) * BigInt(whole);
      const exact = step * SHARES_IN_UNIT;
      const steps = round ? (2n * units + exact) / (2n * exact) : units / exact;
      return Number((steps * step + (round ? PER_GRAM / 2n : 0n)) / PER_GRAM);
    });
    const others = grams.reduce((sum, part, index) => (index === largest ? sum : sum + part), 0);
    return grams.with(largest, whole - others);
  };
  const rounded = spread(true);
  return ((rounded[largest] ?? 0) < 0 ? spread(false) : rounded).map(toKilograms);
}

/** `weight` in the proportion of `parts`, to the gram; the difference is put on the largest, so that they sum to it. */
export function shareInProportion(weight: number, parts: readonly number[]): number[] {
  const whole = BigInt(toGrams(weight));
  const grams = parts.map((part) => BigInt(toGrams(part)));
  const sum = grams.reduce((total, part) => total + part, 0n);
  if (sum === 0n) return parts.map(() => 0);
  const shares = grams.map((part) => Number((2n * whole * part + sum) / (2n * sum)));
  const largest = parts.indexOf(Math.max(...parts));
  const rest = Number(whole) - shares.reduce((total, share) => total + share, 0);
  return shares.map((share, index) => toKilograms(index === largest ? share + rest : share));
}

export interface PlannedGroup {
  heads: number;
  weight_per_head: number;
  growth?: number;
  /** The kilograms that a daily call leaves of heads × weight per head × growth, or that a load has of a feeding in parts. */
  given?: number | undefined;
}

interface PlanInput {
  groups: readonly PlannedGroup[];
  percents: readonly number[];
  leftovers: boolean;
  planned_leftovers: number;
  /** Refusals of other groups. */
  refed?: number;
  step: Step;
}

interface Plan {
  groups: number[];
  items: number[];
  weight_plan: number;
  fresh_weight: number;
}

/** A whole feeding: what each group is to get and what of each ingredient is to be loaded for it. */
export function planOf({ groups, percents, leftovers, planned_leftovers, refed, step }: PlanInput): Plan {
  const weights = groups.map((group) => group.given ?? groupWeight(group.heads, group.weight_per_head, group.growth));
  const weight_plan = sumWeights(weights);
  const fresh_weight = freshWeight(weight_plan, leftovers, planned_leftovers, refed);
  return { groups: weights, items: shareByPercent(fresh_weight, percents, step), weight_plan, fresh_weight };
}
