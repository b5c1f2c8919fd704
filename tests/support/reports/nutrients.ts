import { expect } from 'vitest';
import { make } from '#tests/support/factories.ts';
import { exact, type Feeding, type Fraction, minus, mixOf, over, plus, times, total, unloadedOf, whole, ZERO } from './recompute.ts';
import type { DiceWorld } from './world.ts';

/** The value of a feed's kilogram with this dry matter in percent. */
export type Value = (ingredient: number, dry: Fraction) => Fraction;

/** Protein in dry matter and calcium as fed, with two analyses of each feed. */
export interface NutrientWorld {
  protein: number;
  calcium: number;
  readProtein(day: string): Value;
  /** By the first analysis of each feed. */
  readFirstProtein: Value;
  readCalcium(day: string): Value;
}

export async function throwNutrients(world: DiceWorld): Promise<NutrientWorld> {
  const { owner } = world.client;
  const protein = (await make(owner, 'manager/nutrients/', { name: 'Protein', standard: 'protein', unit: 'percent' })).id;
  const calcium = (await make(owner, 'manager/nutrients/', { name: 'Calcium', standard: 'calcium', unit: 'g_kg', per: 'fresh' })).id;
  const feeds = [...world.kyiv.ingredients, ...world.newYork.ingredients];
  const values = new Map(
    feeds.map((ingredient, at) => [
      ingredient,
      [
        { since: '2026-10-01', protein: `${8 + at}.25`, calcium: `${1 + at}.5` },
        { since: `2026-10-${20 + (at % 7)}`, protein: `${7 + at}.75`, calcium: `${2 + at}.125` },
      ] as const,
    ]),
  );
  for (const [ingredient, steps] of values) {
    for (const step of steps) {
      await make(owner, 'manager/analyses/', {
        ...{ ingredient, sampled_on: step.since },
        values: [
          { nutrient: protein, value: Number(step.protein) },
          { nutrient: calcium, value: Number(step.calcium) },
        ],
      });
    }
  }
  const valueOn = (ingredient: number, nutrient: 'protein' | 'calcium', day: string): Fraction =>
    exact(values.get(ingredient)!.findLast(({ since }) => since <= day)![nutrient]);
  const inDryMatter = (value: Fraction, dry: Fraction) => over(times(value, dry), whole(100))!;
  return {
    protein,
    calcium,
    readProtein: (day) => (ingredient, dry) => inDryMatter(valueOn(ingredient, 'protein', day), dry),
    readFirstProtein: (ingredient, dry) => inDryMatter(exact(values.get(ingredient)![0].protein), dry),
    readCalcium: (day) => (ingredient) => valueOn(ingredient, 'calcium', day),
  };
}

export interface Amounts {
  steady: Fraction;
  moist: Fraction;
  paper: Fraction;
  loaded: Fraction;
  divided: Fraction;
  delivered: Fraction;
  eaten: Fraction;
}
export const NOTHING: Amounts = { steady: ZERO, moist: ZERO, paper: ZERO, loaded: ZERO, divided: ZERO, delivered: ZERO, eaten: ZERO };
export const add = (a: Amounts, b: Amounts): Amounts =>
  Object.fromEntries(Object.entries(a).map(([key, value]) => [key, plus(value, b[key as keyof Amounts])])) as unknown as Amounts;

/**
 * Kilograms × value of a feeding at each stage, from the raw rows. `first` is the value of a feed's first analysis, and `firstDry` the dry
 * matter of its first day.
 */
export function sumStages(
  world: DiceWorld,
  { schedule, plan, fact, day, leftover }: Feeding,
  value: Value,
  first: Value = value,
  firstDry: ReadonlyMap<number, Fraction> = new Map(),
): Amounts {
  const items = world.raw.items.filter((item) => item.schedule_id === schedule);
  const whole = (kg: (item: (typeof items)[number]) => string) =>
    total(items.map((item) => times(times(exact(kg(item)), value(item.ingredient_id, exact(item.dry_matter ?? '0'))), { n: 1n, d: 1n })));
  const planned = total(world.raw.groups.filter((group) => group.schedule_id === schedule).map((group) => exact(group.plan)));
  const [paper, loaded] = [whole((item) => item.plan), whole((item) => item.fact ?? '0')];
  const part = (amount: Fraction, share: Fraction | null) => (share ? times(amount, share) : ZERO);
  const delivered = part(loaded, over(fact, mixOf(world.raw, schedule)));
  const left = over(leftover ?? ZERO, fact) ?? ZERO;
  expect(day <= '2026-10-31').toBe(true);
  const sumPlan = (dry: (item: (typeof items)[number]) => Fraction) =>
    total(items.map((item) => times(exact(item.plan), first(item.ingredient_id, dry(item)))));
  const ofDay = (item: (typeof items)[number]) => exact(item.dry_matter ?? '0');
  const share = over(plan, planned);
  return {
    steady: part(
      sumPlan((item) => firstDry.get(item.ingredient_id) ?? ofDay(item)),
      share,
    ),
    moist: part(sumPlan(ofDay), share),
    paper: part(paper, over(plan, planned)),
    loaded: part(loaded, over(plan, planned)),
    divided: part(loaded, over(fact, unloadedOf(world.raw, schedule))),
    delivered,
    eaten: times(delivered, minus({ n: 1n, d: 1n }, left)),
  };
}
