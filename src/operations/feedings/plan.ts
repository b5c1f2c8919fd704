import { KG_PER_LB } from '#contract/units.ts';

/** Input of a feeding's preview while typing. Must equal the server's result to the gram. */
export interface PlanInput {
  /** `growth`: the ration's growth since the weight was typed; `called`: kilograms after a daily call. */
  groups: readonly {
    heads: number;
    weight_per_head: number;
    growth?: number;
    called?: ((base: number) => number | undefined) | undefined;
  }[];
  percents: readonly number[];
  leftovers: boolean;
  planned_leftovers: number;
  /** The rounding step in kg; see `stepOf`. */
  step: number;
}

const grams = (kg: number) => Math.round(kg * 1000);
const kilograms = (weight: number) => weight / 1000;

/** Rounding step: 5 kg or 5 lb for a mixer that rounds, otherwise the ration's. */
export const stepOf = (mixerRounds: boolean, pounds: boolean, rationStep: number): number =>
  mixerRounds ? (pounds ? 5 * KG_PER_LB : 5) : Math.max(0.001, rationStep);

/** Divides by percent in steps. The largest share takes the difference, so that shares sum to the whole. */
function share(whole: number, percents: readonly number[], step: number): number[] {
  if (percents.length === 0) return [];
  const largest = percents.indexOf(Math.max(...percents));
  const inSteps = (round: (count: number) => number) => {
    // Whole millionths of a percent keep products exact, so that a half is a half.
    const parts = percents.map((percent) => round((Math.round(percent * 1_000_000) * whole) / 100_000_000 / (step * 1000)) * step * 1000);
    const cut = round === Math.round ? parts.map(Math.round) : parts.map((part) => Math.floor(part + 1e-6));
    return cut.with(largest, whole - cut.reduce((sum, part, index) => (index === largest ? sum : sum + part), 0));
  };
  const rounded = inSteps(Math.round);
  return rounded[largest]! < 0 ? inSteps(Math.floor) : rounded;
}

export function planOf({ groups, percents, leftovers, planned_leftovers, step }: PlanInput) {
  const live = groups.map(({ heads, weight_per_head, growth = 1, called }) => {
    const base = Math.round(grams(weight_per_head) * heads * growth);
    const left = called?.(kilograms(base));
    return left === undefined ? base : grams(left);
  });
  const plan = live.reduce((sum, weight) => sum + weight, 0);
  const fresh = leftovers ? Math.max(0, plan - grams(planned_leftovers)) : plan;
  return {
    groups: live.map(kilograms),
    items: share(fresh, percents, step).map(kilograms),
    weight_plan: kilograms(plan),
    fresh_weight: kilograms(fresh),
  };
}

/** The last of several equal loads, heavier by up to a gram: its kilograms, and those of its ingredients. */
export function lastLoadOf(weight: number, loads: number, percents: readonly number[], step: number) {
  const load = grams(weight) - Math.floor((grams(weight) * (loads - 1)) / loads);
  return { weight_plan: kilograms(load), items: share(load, percents, step).map(kilograms) };
}
