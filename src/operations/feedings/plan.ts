import { KG_PER_LB } from '#contract/units.ts';

/** What a feeding will come to, shown while it is typed. The server calculates again; both must agree to the gram. */
export interface PlanInput {
  /** `growth`: how much more the ration comes to than when the weight of a head was typed; `called`: what a daily call leaves of that, in kg. */
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

/** A mixer that rounds does so to 5 kg, or 5 lb for those who weigh in pounds; else the ration's step counts. */
export const stepOf = (mixerRounds: boolean, pounds: boolean, rationStep: number): number =>
  mixerRounds ? (pounds ? 5 * KG_PER_LB : 5) : Math.max(0.001, rationStep);

/** Shares by percent in steps; the difference goes to the largest, so that the parts sum to the whole. */
function share(whole: number, percents: readonly number[], step: number): number[] {
  if (percents.length === 0) return [];
  const largest = percents.indexOf(Math.max(...percents));
  const inSteps = (round: (count: number) => number) => {
    // Millionths of a percent keep the product whole, so that a half is a half.
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

/** The last, and by a gram the heaviest, of so many equal loads of a feeding: its kilograms, and those of its ingredients. */
export function lastLoadOf(weight: number, loads: number, percents: readonly number[], step: number) {
  const load = grams(weight) - Math.floor((grams(weight) * (loads - 1)) / loads);
  return { weight_plan: kilograms(load), items: share(load, percents, step).map(kilograms) };
}
