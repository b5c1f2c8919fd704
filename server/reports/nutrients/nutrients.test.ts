import { sql } from 'kysely';
import { expect } from 'vitest';
import { MEASURES_OF } from '#contract/reports/explorer-words.ts';
import type { Row } from '#contract/reports/shape.ts';
import type { Db } from '#server/db/database.ts';
import { rollUpDueDays } from '#server/reports/kit/day-roll-ups.ts';
import { make } from '#tests/support/factories.ts';
import { throwMilk } from '#tests/support/reports/milk.ts';
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
  plus,
  rounded,
  times,
  total,
  unloadedOf,
  whole,
  ZERO,
} from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, narrowed, range, reportOf } from '#tests/support/reports/world.ts';

let world: DiceWorld;
/** Value of a feed by nutrient and the first day of its analysis, as sent. */
const values = new Map<number, { since: string; protein: string; calcium: string }[]>();
let protein: number;
let calcium: number;

test.beforeAll(async ({ world: thrown }) => {
  world = thrown;
  const { owner } = world.client;
  protein = (await make(owner, 'manager/nutrients/', { name: 'Protein', standard: 'protein', unit: 'percent' })).id;
  calcium = (await make(owner, 'manager/nutrients/', { name: 'Calcium', standard: 'calcium', unit: 'g_kg', per: 'fresh' })).id;
  const feeds = [...world.kyiv.ingredients, ...world.newYork.ingredients];
  for (const [at, ingredient] of feeds.entries()) {
    const steps = [
      { since: '2026-10-01', protein: `${8 + at}.25`, calcium: `${1 + at}.5` },
      { since: `2026-10-${20 + (at % 7)}`, protein: `${7 + at}.75`, calcium: `${2 + at}.125` },
    ];
    values.set(ingredient, steps);
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
});

const report = (id: string, query = '') => reportOf(world.client.owner, `${id}/make/?${range}${query}`);
const valueOn = (ingredient: number, nutrient: 'protein' | 'calcium', day: string): Fraction =>
  exact(values.get(ingredient)!.findLast(({ since }) => since <= day)![nutrient]);

interface Amounts {
  steady: Fraction;
  moist: Fraction;
  paper: Fraction;
  loaded: Fraction;
  divided: Fraction;
  delivered: Fraction;
  eaten: Fraction;
}
const NOTHING: Amounts = { steady: ZERO, moist: ZERO, paper: ZERO, loaded: ZERO, divided: ZERO, delivered: ZERO, eaten: ZERO };
const add = (a: Amounts, b: Amounts): Amounts =>
  Object.fromEntries(Object.entries(a).map(([key, value]) => [key, plus(value, b[key as keyof Amounts])])) as unknown as Amounts;

type Value = (ingredient: number, dry: Fraction) => Fraction;

/**
 * Kilograms × value of a feeding at each stage, from the raw rows. `first` is the value of a feed's first analysis, and `firstDry` the dry
 * matter of its first day.
 */
function computeAmounts(
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

const ofFirstProtein = (ingredient: number, dry: Fraction) => over(times(exact(values.get(ingredient)![0]!.protein), dry), whole(100))!;
const ofProtein = (day: string) => (ingredient: number, dry: Fraction) =>
  over(times(valueOn(ingredient, 'protein', day), dry), whole(100))!;
const ofCalcium = (day: string) => (ingredient: number) => valueOn(ingredient, 'calcium', day);
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

test('parts of the variance over days sum to 100 % and equal the variances of the raw rows', async ({ api }) => {
  const { rows } = await report('nutrients');
  const firstDry = await readFirstDryMatter(api.database.forClient(world.client.id));
  const PARTS = ['plan', 'dry_matter', 'analyses', 'loading', 'division', 'refusals'].map((cause) => `variance_${cause}`);
  const groups = grouped(
    feedingsOf(world.raw, narrowed(world, 'all farms').wanted).filter(({ fact }) => fact !== null),
    ({ group }) => group,
  );
  let compared = 0;
  for (const row of rows.filter(({ variance_plan }) => variance_plan !== null)) {
    expect(PARTS.reduce((sum, part) => sum + BigInt(Math.round(Number(row[part]) * 1e6)), 0n)).toBe(100_000_000n);
    if (row.nutrient_id !== protein) continue;
    const days = [...grouped([...groups].find(([group]) => Number(group) === row.group_id)?.[1] ?? [], ({ day }) => day).values()].map(
      (own) => {
        const sum = own.reduce(
          (all, feeding) => add(all, computeAmounts(feeding, ofProtein(feeding.day), ofFirstProtein, firstDry)),
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
  const { rows } = await report('nutrients');
  const feedings = feedingsOf(world.raw, narrowed(world, 'all farms').wanted).filter(({ fact }) => (fact?.n ?? 0n) > 0n);
  let compared = 0;
  for (const [group, own] of grouped(feedings, (feeding) => feeding.group)) {
    const contents = own.flatMap(({ schedule, day }) => {
      const items = world.raw.items.filter((item) => item.schedule_id === schedule);
      const sum = (value: (item: (typeof items)[number]) => Fraction) =>
        total(items.map((item) => times(exact(item.fact ?? '0'), value(item))));
      const dry = (item: (typeof items)[number]) => exact(item.dry_matter ?? '0');
      const content = over(
        sum((item) => ofProtein(day)(item.ingredient_id, dry(item))),
        sum((item) => over(dry(item), whole(100))!),
      );
      return content ? [Number(number(content))] : [];
    });
    const row = rows.find((one) => one.group_id === Number(group) && one.nutrient_id === protein);
    if (contents.length < 2) continue;
    compared += 1;
    const mean = contents.reduce((a, b) => a + b, 0) / contents.length;
    const deviation = Math.sqrt(contents.reduce((a, b) => a + (b - mean) ** 2, 0) / (contents.length - 1));
    expect(Number(row?.nutrient_cv_loads)).toBeCloseTo((100 * deviation) / mean, 4);
  }
  expect(compared).toBeGreaterThan(1);
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
