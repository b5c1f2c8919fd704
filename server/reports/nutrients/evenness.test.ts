import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#server/db/database.ts';
import { rollUpDueDays } from '#server/reports/kit/day-roll-ups.ts';
import { type Amounts, add, NOTHING, type NutrientWorld, sumStages, throwNutrients } from '#tests/support/reports/nutrients.ts';
import { exact, type Fraction, feedingsOf, grouped, number, over, rounded, times, total, whole } from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, narrowed, range, reportOf } from '#tests/support/reports/world.ts';

let nutrients: NutrientWorld;
let world: DiceWorld;

test.beforeAll(async ({ world: thrown }) => {
  world = thrown;
  nutrients = await throwNutrients(world);
});

const report = async () => (await reportOf(world.client.owner, `nutrients/make/?${range}`)).rows;

/** Dry matter of each feed on its first recorded day, weighted by kilograms, to two decimals. */
async function readFirstDryMatter(db: Db): Promise<Map<number, Fraction>> {
  const { rows } = await sql<{ feed: number; kg: string; dry: string }>`
    select ingredient_id as feed, weight_fact::text as kg, dry_matter::text as dry from schedule_ingredient i
    where counted and weight_fact > 0 and planned_on = (
      select min(o.planned_on) from schedule_ingredient o where o.ingredient_id = i.ingredient_id and o.counted and o.weight_fact > 0)`.execute(
    db,
  );
  return new Map(
    [...grouped(rows, ({ feed }) => feed)].map(([feed, own]) => {
      const dry = over(total(own.map((one) => times(exact(one.kg), exact(one.dry)))), total(own.map(({ kg }) => exact(kg))));
      return [Number(feed), { n: BigInt(rounded(dry as Fraction, 100)), d: 100n }];
    }),
  );
}

test('parts of the variance over days sum to 100 % and equal the variances of the raw rows', async ({ api }) => {
  const rows = await report();
  const firstDry = await readFirstDryMatter(api.database.forClient(world.client.id));
  const PARTS = ['plan', 'dry_matter', 'analyses', 'loading', 'division', 'refusals'].map((cause) => `variance_${cause}`);
  const groups = grouped(
    feedingsOf(world.raw, narrowed(world, 'all farms').wanted).filter(({ fact }) => fact !== null),
    ({ group }) => group,
  );
  let compared = 0;
  for (const row of rows.filter(({ variance_plan }) => variance_plan !== null)) {
    expect(PARTS.reduce((sum, part) => sum + BigInt(Math.round(Number(row[part]) * 1e6)), 0n)).toBe(100_000_000n);
    if (row.nutrient_id !== nutrients.protein) continue;
    const days = [...grouped([...groups].find(([group]) => Number(group) === row.group_id)?.[1] ?? [], ({ day }) => day).values()].map(
      (own) => {
        const sum = own.reduce(
          (all, feeding) => add(all, sumStages(world, feeding, nutrients.readProtein(feeding.day), nutrients.readFirstProtein, firstDry)),
          NOTHING,
        );
        const heads = Math.max(...own.map(({ heads: of }) => of));
        return { sum, heads };
      },
    );
    const variance = (stage: keyof Amounts) => {
      const values = days.map(({ sum, heads }) => Number(number(sum[stage])) / heads);
      const mean = values.reduce((a, b) => a + b, 0) / values.length;
      return values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length;
    };
    if (days.length < 2) continue;
    compared += 1;
    const switched = (['steady', 'moist', 'paper', 'loaded', 'delivered', 'eaten'] as const).map(variance);
    const expected = switched.map((own, at) => (100 * (own - (switched[at - 1] ?? 0))) / switched.at(-1)!);
    for (const [at, part] of PARTS.entries()) expect(Math.abs(Number(row[part]) - expected[at]!), part).toBeLessThan(0.01);
  }
  expect(compared).toBeGreaterThan(1);
});

test('the variation between loads is that of the contents of the group’s loads', async () => {
  const rows = await report();
  const feedings = feedingsOf(world.raw, narrowed(world, 'all farms').wanted).filter(({ fact }) => (fact?.n ?? 0n) > 0n);
  let compared = 0;
  for (const [group, own] of grouped(feedings, (feeding) => feeding.group)) {
    const contents = own.flatMap(({ schedule, day }) => {
      const items = world.raw.items.filter((item) => item.schedule_id === schedule);
      const sum = (value: (item: (typeof items)[number]) => Fraction) =>
        total(items.map((item) => times(exact(item.fact ?? '0'), value(item))));
      const dry = (item: (typeof items)[number]) => exact(item.dry_matter ?? '0');
      const content = over(
        sum((item) => nutrients.readProtein(day)(item.ingredient_id, dry(item))),
        sum((item) => over(dry(item), whole(100))!),
      );
      return content ? [Number(number(content))] : [];
    });
    const row = rows.find((one) => one.group_id === Number(group) && one.nutrient_id === nutrients.protein);
    if (contents.length < 2) continue;
    compared += 1;
    const mean = contents.reduce((a, b) => a + b, 0) / contents.length;
    const deviation = Math.sqrt(contents.reduce((a, b) => a + (b - mean) ** 2, 0) / (contents.length - 1));
    expect(Number(row?.nutrient_cv_loads)).toBeCloseTo((100 * deviation) / mean, 4);
  }
  expect(compared).toBeGreaterThan(1);
});

test('a leftover, a first day and months by parts change stored figures like computed ones', async ({ api }) => {
  const { owner } = world.client;
  await rollUpDueDays(api.services);
  const ranges = [
    range,
    'planned_on_after=2026-09-15&planned_on_before=2026-10-30',
    'planned_on_after=2026-10-03&planned_on_before=2026-10-31',
  ];
  const read = () => Promise.all(ranges.map(async (days) => (await reportOf(owner, `nutrients/make/?${days}`)).rows));
  const db = api.database.forClient(world.client.id);
  const changes = [
    sql`update leftover set weight = weight * 0.75 where fed_on is not null`,
    sql`update schedule_ingredient i set dry_matter = dry_matter * 0.9 where counted and weight_fact > 0 and planned_on = (select min(planned_on) from schedule_ingredient o where o.ingredient_id = i.ingredient_id and o.counted and o.weight_fact > 0)`,
  ];
  for (const change of changes) {
    const before = await read();
    await change.execute(db);
    await rollUpDueDays(api.services);
    const stored = await read();
    expect(stored).not.toEqual(before);
    await sql`insert into feeding_day_due (client_id, farm_id, day) select distinct client_id, farm_id, day from feeding_day`.execute(db);
    expect(await read()).toEqual(stored);
    await rollUpDueDays(api.services);
    expect(await read()).toEqual(stored);
  }
});
