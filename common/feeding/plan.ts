import { KG_PER_LB } from '#contract/units.ts';

/** The arithmetic of a plan, in whole grams, so that parts sum to their whole exactly. Weights are kilograms outside. */

/** Step sizes are hundred-thousandths of a gram: fine enough for five pounds (2 267.96185 g) to be exact. */
const PER_GRAM = 100_000n;
const FIVE_KG = 5_000n * PER_GRAM;
const FIVE_LB = BigInt(Math.round(5 * KG_PER_LB * 1000 * Number(PER_GRAM)));
/** Conversion of shares × grams (millionths of a percent) to hundred-thousandths of a gram. */
const SHARES_IN_UNIT = 100_000_000n / PER_GRAM;

/** The rounding step of a plan. */
interface PlanStep {
  size: bigint;
  /** True if the whole load is a multiple of the step, not only its parts. */
  wholeLoad: boolean;
}

export const toGrams = (kg: number): number => Math.round(kg * 1000);
export const toKilograms = (grams: number): number => grams / 1000;
const toMillionths = (percent: number): number => Math.round(percent * 1_000_000);
const sum = (grams: readonly number[]): number => grams.reduce((total, weight) => total + weight, 0);

/** 5 kg or 5 lb for a mixer that rounds, which then rounds the whole load; otherwise the ration's step in kg. 0 rounds to the gram. */
export function chooseStep(plan: { mixerRounds: boolean; inPounds: boolean; rationStep: number }): PlanStep {
  if (plan.mixerRounds) return { size: plan.inPounds ? FIVE_LB : FIVE_KG, wholeLoad: true };
  return { size: BigInt(Math.max(1, toGrams(plan.rationStep))) * PER_GRAM, wholeLoad: false };
}

/** Heads × weight per head, scaled by the ration's growth since the weight was typed. */
export const computeGroupWeight = (heads: number, perHead: number, growth = 1): number =>
  toKilograms(Math.round(toGrams(perHead) * heads * growth));

/** The ration's growth since the weight of a head was typed. */
export const computeGrowth = (size: number, typedFor: number): number => (size === typedFor ? 1 : size / typedFor);

export const sumWeights = (weights: readonly number[]): number => toKilograms(sum(weights.map(toGrams)));

/** The plan minus planned and re-fed leftovers, at least 0. */
const computeFreshWeight = (plan: number, leftovers: boolean, plannedLeftovers: number, refed: number): number =>
  toKilograms(Math.max(0, toGrams(plan) - (leftovers ? toGrams(plannedLeftovers) : 0) - toGrams(refed)));

/** Number of steps that are nearest to `units`, which are millionths of a percent × grams. */
function countSteps(units: bigint, size: bigint): bigint {
  const exact = size * SHARES_IN_UNIT;
  return (2n * units + exact) / (2n * exact);
}

const weighSteps = (steps: bigint, size: bigint): number => Number((steps * size + PER_GRAM / 2n) / PER_GRAM);

/**
 * Divides `weight` by `percents` in steps; `plan_shares` in SQL does the same. The largest share takes the difference, so that shares sum
 * to the load: `weight`, or about its nearest multiple of the step. A share under half a step is weighed by hand, to the gram, and added to
 * the load. A load that is too small for the step is divided to the gram.
 */
export function shareByPercent(weight: number, percents: readonly number[], { size, wholeLoad }: PlanStep): number[] {
  if (percents.length === 0) return [];
  const whole = toGrams(weight);
  const units = percents.map((percent) => BigInt(toMillionths(percent)) * BigInt(whole));
  const largest = units.reduce((at, share, index) => (share > units[at]! ? index : at), 0);
  const byHand = units.map((share) => 2n * share < size * SHARES_IN_UNIT);
  const steps = units.map((share, index) => (byHand[index] ? 0n : countSteps(share, size)));
  const shares = units.map((share, index) =>
    byHand[index] ? weighSteps(countSteps(share, PER_GRAM), PER_GRAM) : weighSteps(steps[index]!, size),
  );
  const inSteps = Math.max(0, whole - sum(shares.filter((_, index) => byHand[index])));
  const rest = wholeLoad
    ? weighSteps(countSteps(BigInt(inSteps) * 100_000_000n, size) - steps.with(largest, 0n).reduce((all, one) => all + one, 0n), size)
    : inSteps - sum(shares.filter((_, index) => !byHand[index] && index !== largest));
  if (rest > 0 && !byHand[largest]) return shares.with(largest, rest).map(toKilograms);
  const cut = units.map((share) => Number(share / 100_000_000n));
  return cut.with(largest, whole - sum(cut.with(largest, 0))).map(toKilograms);
}

/** Divides `weight` in proportion to `parts`, to the gram. The largest part takes the difference. */
export function shareInProportion(weight: number, parts: readonly number[]): number[] {
  const whole = BigInt(toGrams(weight));
  const grams = parts.map((part) => BigInt(toGrams(part)));
  const total = grams.reduce((all, part) => all + part, 0n);
  if (total === 0n) return parts.map(() => 0);
  const shares = grams.map((part) => Number((2n * whole * part + total) / (2n * total)));
  const largest = parts.indexOf(Math.max(...parts));
  const rest = Number(whole) - sum(shares);
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
  step: PlanStep;
}

interface Plan {
  groups: number[];
  items: number[];
  weight_plan: number;
  fresh_weight: number;
}

/** A whole feeding: the weight of each group, and of each ingredient to load. Its fresh weight is the sum of its ingredients. */
export function planFeeding({ groups, percents, leftovers, planned_leftovers, refed = 0, step }: PlanInput): Plan {
  const weights = groups.map((group) => group.given ?? computeGroupWeight(group.heads, group.weight_per_head, group.growth));
  const weight_plan = sumWeights(weights);
  const exact = computeFreshWeight(weight_plan, leftovers, planned_leftovers, refed);
  const items = shareByPercent(exact, percents, step);
  return { groups: weights, items, weight_plan, fresh_weight: items.length === 0 ? exact : sumWeights(items) };
}

/** The last of several equal loads, heavier by up to a gram: its kilograms, and those of its ingredients. */
export function planLastLoad(weight: number, loads: number, percents: readonly number[], step: PlanStep) {
  const load = toGrams(weight) - Math.floor((toGrams(weight) * (loads - 1)) / loads);
  return { weight_plan: toKilograms(load), items: shareByPercent(toKilograms(load), percents, step) };
}
