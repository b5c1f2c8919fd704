/** The arithmetic of a plan, in whole grams, so that parts sum to their whole exactly. Weights are kilograms outside. */

/** A rounding step in hundred-thousandths of a gram: fine enough for five pounds (2 267.96185 g) to be exact. */
type Step = bigint;
const PER_GRAM = 100_000n;
const FIVE_KG: Step = 5_000n * PER_GRAM;
const FIVE_LB: Step = 226_796_185n;
/** Conversion of shares × grams (millionths of a percent) to thousandths of the step's unit. */
const SHARES_IN_UNIT = 100_000_000n / PER_GRAM;

export const toGrams = (kg: number): number => Math.round(kg * 1000);
export const toKilograms = (grams: number): number => grams / 1000;
const millionths = (percent: number): number => Math.round(percent * 1_000_000);

/** The rounding step: 5 kg or 5 lb for a mixer that rounds, otherwise the ration's in kg; 0 rounds to the gram. */
export function stepOf(plan: { mixerRounds: boolean; inPounds: boolean; rationStep: number }): Step {
  if (plan.mixerRounds) return plan.inPounds ? FIVE_LB : FIVE_KG;
  return BigInt(Math.max(1, toGrams(plan.rationStep))) * PER_GRAM;
}

/** Heads × weight per head, scaled by the ration's growth since the weight was typed. */
export const groupWeight = (heads: number, perHead: number, growth = 1): number =>
  toKilograms(Math.round(toGrams(perHead) * heads * growth));

/** The ration's growth since the weight of a head was typed. */
export const growthOf = (size: number, typedFor: number): number => (size === typedFor ? 1 : size / typedFor);

export const sumWeights = (weights: readonly number[]): number => toKilograms(weights.reduce((sum, weight) => sum + toGrams(weight), 0));

/** Fresh weight: the plan minus planned and re-fed leftovers, at least 0. */
export const freshWeight = (plan: number, leftovers: boolean, plannedLeftovers: number, refed = 0): number =>
  toKilograms(Math.max(0, toGrams(plan) - (leftovers ? toGrams(plannedLeftovers) : 0) - toGrams(refed)));

/**
 * Divides `weight` by `percents`, rounded to the step. The largest share takes the difference, so that shares sum to `weight` exactly. If
 * the largest would become negative, shares are cut to the step instead.
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

/** Divides `weight` in proportion to `parts`, to the gram. The largest part takes the difference. */
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
  /** Kilograms that replace heads × weight per head × growth: after a daily call, or in one of several loads. */
  given?: number | undefined;
}

interface PlanInput {
  groups: readonly PlannedGroup[];
  percents: readonly number[];
  leftovers: boolean;
  planned_leftovers: number;
  /** Kilograms of other groups' leftovers. */
  refed?: number;
  step: Step;
}

interface Plan {
  groups: number[];
  items: number[];
  weight_plan: number;
  fresh_weight: number;
}

/** A whole feeding: the weight of each group, and of each ingredient to load. */
export function planOf({ groups, percents, leftovers, planned_leftovers, refed, step }: PlanInput): Plan {
  const weights = groups.map((group) => group.given ?? groupWeight(group.heads, group.weight_per_head, group.growth));
  const weight_plan = sumWeights(weights);
  const fresh_weight = freshWeight(weight_plan, leftovers, planned_leftovers, refed);
  return { groups: weights, items: shareByPercent(fresh_weight, percents, step), weight_plan, fresh_weight };
}
