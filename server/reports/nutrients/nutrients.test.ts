import { sql } from 'kysely';
import { expect } from 'vitest';
import { MEASURES_OF } from '#contract/reports/explorer-words.ts';
import type { Row } from '#contract/reports/shape.ts';
import { rollUpDueDays } from '#server/reports/kit/day-roll-ups.ts';
import { make } from '#tests/support/factories.ts';
import { throwMilk } from '#tests/support/reports/milk.ts';
import { add, NOTHING, type NutrientWorld, sumStages, throwNutrients, type Value } from '#tests/support/reports/nutrients.ts';
import {
  exact,
  type Feeding,
  type Fraction,
  feedingsOf,
  grouped,
  minus,
  mixOf,
  number,
  over,
  times,
  total,
  unloadedOf,
  whole,
  ZERO,
} from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, narrowed, range, reportOf } from '#tests/support/reports/world.ts';

let nutrients: NutrientWorld;
let world: DiceWorld;
let protein: number;
let calcium: number;

test.beforeAll(async ({ world: thrown }) => {
  world = thrown;
  nutrients = await throwNutrients(world);
  ({ protein, calcium } = nutrients);
});

const report = (id: string, query = '') => reportOf(world.client.owner, `${id}/make/?${range}${query}`);
const ofProtein = (day: string) => nutrients.readProtein(day);
const ofCalcium = (day: string) => nutrients.readCalcium(day);
const computeAmounts = (feeding: Feeding, value: Value) => sumStages(world, feeding, value);
const near = (cell: unknown, expected: Fraction | null, what: string) =>
  expect(Math.abs(Number(cell) - Number(number(expected))), what).toBeLessThan(2e-5);

/** Heads of the group's recorded days, each once. */
const sumHeads = (feedings: readonly Feeding[]) =>
  [...grouped(feedings, ({ day }) => day).values()].reduce((all, own) => all + Math.max(...own.map(({ heads }) => heads)), 0);

test.each(['all farms', 'one farm', 'groups', 'an animal type'])('each stage equals the raw rows in exact fractions: %s', async (name) => {
  const { query, wanted } = narrowed(world, name);
  const { rows } = await report('nutrients', query);
  const groups = grouped(
    feedingsOf(world.raw, wanted).filter(({ fact }) => fact !== null),
    ({ group }) => group,
  );
  expect(rows.length).toBe(groups.size * 3);
  for (const [group, own] of groups) {
    const heads = whole(sumHeads(own));
    const sum = (value: (day: string) => (ingredient: number, dry: Fraction) => Fraction) =>
      own.reduce((all, feeding) => add(all, computeAmounts(feeding, value(feeding.day))), NOTHING);
    for (const [nutrient, amounts, factor] of [
      [protein, sum(ofProtein), whole(10)],
      [calcium, sum(ofCalcium), whole(1)],
    ] as const) {
      const row = rows.find((one) => one.group_id === Number(group) && one.nutrient_id === nutrient)!;
      for (const stage of ['paper', 'loaded', 'delivered', 'eaten'] as const) {
        near(row[`nutrient_${stage}`], over(times(amounts[stage], factor), heads), `${stage} of ${nutrient} of ${group}`);
      }
      expect(row.nutrient_covered).toBe(100);
    }
  }
});

test('steps sum to the eaten amount to the last digit, and loaded − delivered − left in the mixer is 0', async () => {
  const { rows } = await report('nutrient_bridge');
  const millionths = (cell: unknown) => BigInt(Math.round(Number(cell) * 1e6));
  for (const row of rows) {
    const steps = ['nutrient_paper', 'step_loading', 'step_division', 'step_mixer', 'step_refusals'].map((key) => millionths(row[key]));
    expect(steps.reduce((a, b) => a + b)).toBe(millionths(row.nutrient_eaten));
  }
  const { wanted } = narrowed(world, 'all farms');
  const feedings = feedingsOf(world.raw, wanted).filter(({ fact }) => fact !== null);
  for (const own of grouped(feedings, ({ schedule }) => schedule).values()) {
    const [{ schedule, day }] = own as [Feeding];
    const sum = own.reduce((all, feeding) => add(all, computeAmounts(feeding, ofProtein(day))), NOTHING);
    const unloaded = unloadedOf(world.raw, schedule);
    const left = times(sum.loaded, minus({ n: 1n, d: 1n }, over(unloaded, mixOf(world.raw, schedule)) ?? ZERO));
    expect(minus(minus(sum.loaded, sum.delivered), left).n).toBe(0n);
  }
});

test('stored days equal computed days, and a later analysis changes no earlier day', async ({ api }) => {
  const read = async () => (await report('nutrients')).rows;
  const computed = await read();
  await rollUpDueDays(api.services);
  const db = api.database.forClient(world.client.id);
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from nutrient_day`.execute(db);
  expect(rows[0]?.count).toBeGreaterThan(100);
  expect(await read()).toEqual(computed);
  const before = (await reportOf(world.client.owner, `nutrients/make/?planned_on_after=2026-10-18&planned_on_before=2026-10-28`)).rows;
  const [ingredient] = world.kyiv.ingredients as [number];
  const later = await make(world.client.owner, 'manager/analyses/', {
    ...{ ingredient, sampled_on: '2026-10-29', values: [{ nutrient: protein, value: 30 }] },
  });
  expect((await reportOf(world.client.owner, `nutrients/make/?planned_on_after=2026-10-18&planned_on_before=2026-10-28`)).rows).toEqual(
    before,
  );
  expect(await read()).not.toEqual(computed);
  await rollUpDueDays(api.services);
  expect(await read()).not.toEqual(computed);
  await world.client.owner.delete(`manager/analyses/${later.id}/`);
  expect(await read()).toEqual(computed);
});

test('a norm of the group precedes that of its animal type, and days below it are counted', async () => {
  const { owner } = world.client;
  const [group] = world.kyiv.groups as [number];
  const [type] = world.kyiv.animalTypes as [number];
  const find = async (): Promise<Row> => (await report('nutrients', `&group=${group}`)).rows.find((row) => row.nutrient_id === protein)!;
  expect(await find()).toMatchObject({ norm_unit: null, days_below: null });
  await make(owner, 'manager/norms/', { animal_type: type, nutrient: protein, from: '2026-10-01', min: 0.0001 });
  expect(await find()).toMatchObject({ norm_unit: 'percent', norm_min: 0.0001, days_below: 0 });
  await make(owner, 'manager/norms/', { group, nutrient: protein, from: '2026-10-30', per: 'head', target: 1_000_000 });
  const judged = await find();
  const days = new Set(
    feedingsOf(world.raw, narrowed(world, 'all farms').wanted)
      .filter((feeding) => feeding.group === group && feeding.fact !== null && feeding.day >= '2026-10-30')
      .map(({ day }) => day),
  );
  expect(judged).toMatchObject({ norm_unit: 'g', norm_target: 1_000_000, days_below: days.size, norm_value: judged.nutrient_eaten });
});

test('the explorer’s nutrients per head equal the report, and nitrogen efficiency is that of days with milk and protein', async () => {
  const { milk } = await throwMilk(world);
  const { rows } = await report('nutrients');
  const cut = await reportOf(world.client.owner, `explorer/?${range}&row=group&measure=${MEASURES_OF.nutrient}`);
  const find = (id: unknown, nutrient: number) => rows.find((row) => row.group_id === id && row.nutrient_id === nutrient)!;
  const fed = cut.rows.filter(({ group_id }) => group_id !== null);
  expect(fed.length).toBe(new Set(rows.map(({ group_id }) => group_id)).size);
  for (const row of fed) {
    const own = find(row.group_id, protein);
    expect(row.protein_delivered_per_head).toBeCloseTo(Number(own.nutrient_delivered) / 1000, 5);
    expect(row.protein_eaten_per_head).toBeCloseTo(Number(own.nutrient_eaten) / 1000, 5);
    expect(row.methane_per_head).toBeCloseTo((Number(find(row.group_id, 0).nutrient_eaten) * 18.45 * 0.063) / 55.65, 5);
    expect([row.ndf_eaten_per_head, row.starch_eaten_per_head]).toEqual([null, null]);
  }
  const [group] = world.kyiv.groups as [number];
  const feedings = grouped(
    feedingsOf(world.raw, narrowed(world, 'all farms').wanted).filter(
      (feeding) => Number(feeding.group) === group && (feeding.fact?.n ?? 0n) > 0n,
    ),
    ({ day }) => day,
  );
  const own = milk.filter((one) => one.group === group && feedings.has(one.day));
  const eaten = total(
    own.map(
      ({ day }) => over(feedings.get(day)!.reduce((all, one) => add(all, computeAmounts(one, ofProtein(day))), NOTHING).eaten, whole(100))!,
    ),
  );
  const given = total(own.map(({ kg, protein: percent }) => over(times(exact(kg), exact(percent)), whole(100))!));
  const expected = over(times(times(given, exact('6.25')), whole(100)), times(eaten, exact('6.38')));
  near(cut.rows.find(({ group_id }) => group_id === group)?.nitrogen_efficiency, expected, 'nitrogen efficiency');
});
