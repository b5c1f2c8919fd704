import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { ReportData } from '#contract/reports/shape.ts';
import { rollUpDueDays } from '#server/reports/kit/day-roll-ups.ts';
import { makeClient } from '#tests/support/factories.ts';
import { expectFigures, tilesOf } from '#tests/support/reports/compare.ts';
import { costCausesOf } from '#tests/support/reports/cost-causes.ts';
import { makeDiceFarm } from '#tests/support/reports/facts.ts';
import { type Fraction, minus, number, over, readRaw, total, type Wanted, whole } from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, type DiceWorld, FILTERS, narrowed, range, reportOf } from '#tests/support/reports/world.ts';
import { readWorth } from '#tests/support/reports/worth.ts';

/** By schedule: planned leftovers ÷ fresh weight. */
let stoodIn: Map<number, Fraction>;
let worthThen: (ingredient: number, day: string) => Fraction;

test.beforeAll(async ({ world }) => {
  const db = world.api.database.forClient(world.client.id);
  // Some schedules feed out leftovers: their fresh weight is what the plan is less them.
  await sql`update schedule set leftovers = id % 3 = 0, planned_leftovers = 40 + id % 50, fresh_weight = 900 + id % 300
    where client_id = ${world.client.id}`.execute(db);
  const { rows } = await sql<{ id: number; left: number; fresh: number }>`
    select id, planned_leftovers as left, fresh_weight as fresh from schedule where client_id = ${world.client.id} and leftovers`.execute(
    db,
  );
  world.raw = await readRaw(db, world.client.id);
  stoodIn = new Map(rows.map(({ id, left, fresh }) => [id, over(whole(left), whole(fresh))!]));
  worthThen = await readWorth(db, world.client.id);
});

const NARROWED = FILTERS.filter((name) => name !== 'a period and statuses');
const report = (world: DiceWorld, path: string) => reportOf(world.client.owner, path);
function compare(world: DiceWorld, data: ReportData, now: Wanted, then: Wanted) {
  const { previous, current, causes, days: headDays } = costCausesOf({ raw: world.raw, stoodIn, worthThen }, now, then);
  const days = number(headDays.now);
  // The formulas themselves leave nothing over: exact fractions, no rounding.
  expect(minus(total(Object.values(causes)), minus(current, previous)).n).toBe(0n);
  const effects = Object.fromEntries(data.rows.map(({ id, cost_effect }) => [id, cost_effect!]));
  expectFigures(effects, Object.fromEntries(Object.entries(causes).map(([cause, value]) => [cause, number(value)])), 'cause');
  expectFigures(
    tilesOf(data, 'value'),
    { cost_per_head: number(current), cost_effect: number(minus(current, previous)), head_days: days },
    'tile',
  );
  expectFigures(tilesOf(data, 'previous'), { cost_per_head: number(previous) }, 'before');
  const sum = data.rows.reduce((all, { cost_effect }) => all + Number(cost_effect), 0);
  expect(Math.abs(sum - Number(data.totals.cost_effect))).toBeLessThan(1e-8);
  const money = data.rows.reduce((all, row) => all + Number(row.cost_effect_total), 0);
  expect(Math.abs(money - Number(data.totals.cost_effect) * days!)).toBeLessThan(1e-3);
}

describe('the causes equal an independent recomputation and sum to the change', () => {
  test.for(NARROWED)('%s', async (name, { world }) => {
    const { query, wanted } = narrowed(world, name);
    compare(world, await report(world, `cost_change/make/?${range}${query}`), wanted, { ...wanted, ...before });
  });

  test('against days of one’s own choice', async ({ world }) => {
    const { wanted } = narrowed(world, 'one farm');
    const data = await report(
      world,
      `cost_change/make/?${range}&farm=${world.newYork.id}&previous_on_after=2026-10-05&previous_on_before=2026-10-08`,
    );
    compare(world, data, wanted, { ...wanted, from: '2026-10-05', to: '2026-10-08' });
    expect(data.filters).toMatchObject({ previous_on_after: '2026-10-05', previous_on_before: '2026-10-08' });
  });

  test('the waterfall goes from the cost before to the cost now', async ({ world }) => {
    const [plan, data] = await Promise.all([report(world, `planfeed/?${range}`), report(world, `cost_change/make/?${range}`)]);
    const steps = data.series[0]!.rows.map(({ cost_effect, standing }) => ({ value: Number(cost_effect), standing: standing }));
    expect(steps.map(({ standing }) => standing === true)).toEqual([true, false, false, false, false, false, false, true]);
    expect(steps.slice(0, -1).reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(steps.at(-1)!.value, 8);
    const { value, previous } = plan.tiles.find(({ key }) => key === 'cost_per_head')!;
    expect(steps.at(-1)!.value).toBeCloseTo(value!, 5);
    expect(steps[0]!.value).toBeCloseTo(previous!, 5);
  });

  test('the feeds add up to prices and ration', async ({ world }) => {
    const data = await report(world, `cost_change/make/?${range}&farm=${world.kyiv.id}`);
    const sum = (rows: ReportData['rows'], key: string) => rows.reduce((all, row) => all + Number(row[key]), 0);
    const of = (id: string) => Number(data.rows.find((row) => row.id === id)!.cost_effect);
    // Effects under half a kopeck aren't drawn; there are five feeds.
    expect(Math.abs(sum(data.series[1]!.rows, 'price_effect') - of('prices'))).toBeLessThan(0.025);
    expect(Math.abs(sum(data.series[2]!.rows, 'ration_effect') - of('ration'))).toBeLessThan(0.025);
  });
});

test('stored days equal their facts to the last digit, for any query', async ({ world }) => {
  const answers = () =>
    Promise.all(NARROWED.map((name) => report(world, `cost_change/make/?${range}${narrowed(world, name).query}`))).then((all) =>
      all.map(({ rows, totals, tiles, series }) => ({ rows, totals, tiles, series })),
    );
  const ofFacts = await answers();
  await rollUpDueDays(world.api.services);
  expect(await answers()).toEqual(ofFacts);
  // Some days in the midst of the range are due again.
  await sql`insert into feeding_day_due (client_id, farm_id, day) values (${world.client.id}, ${world.kyiv.id}, '2026-10-22')`.execute(
    world.api.database.forClient(world.client.id),
  );
  expect(await answers()).toEqual(ofFacts);
});

test('shows the present if nothing was before, and the past if there is no present', async ({ world }) => {
  const [plan, data] = await Promise.all([
    report(world, `planfeed/?${range}`),
    report(world, `cost_change/make/?${range}&previous_on_after=2001-01-01&previous_on_before=2001-01-02`),
  ]);
  const tiles = tilesOf(data, 'value');
  const { cost = null, cost_per_head = null } = tilesOf(plan, 'value');
  expect(Number(tiles.cost_per_head)).toBeCloseTo(cost_per_head!, 5);
  expect(Number(tiles.cost)).toBeCloseTo(cost!, 4);
  expect(tiles.head_days).toBeGreaterThan(0);
  expect(tiles.cost_effect).toBeNull();
  expect(tilesOf(data, 'previous')).toEqual({ cost_per_head: null, cost_effect: null, cost: null, head_days: null });
  expect(data.rows.map(({ cause, cost_effect, cost_effect_percent }) => [cause, cost_effect, cost_effect_percent])).toEqual(
    ['not_recorded', 'prices', 'heads', 'ration', 'loading_error', 'leftovers'].map((cause) => [cause, null, null]),
  );
  expect(data.totals.cost_effect).toBeNull();
  expect(data.series.flatMap(({ rows }) => rows)).toEqual([]);
  const gone = await report(
    world,
    `cost_change/make/?planned_on_after=2025-01-01&planned_on_before=2025-01-02&previous_on_after=2026-10-18&previous_on_before=2026-10-31`,
  );
  expect(gone.rows).toEqual([]);
  expect(tilesOf(gone, 'previous').cost_per_head).toBeCloseTo(cost_per_head!, 5);
});

test('a change is empty if nothing was fed in both ranges', async ({ world }) => {
  expect((await report(world, `cost_change/make/?${range}&farm=${world.empty}`)).rows).toEqual([]);
});

test('names a wrong day of comparison', async ({ world }) => {
  const errors = async (query: string) => (await world.client.owner.get(`report/cost_change/make/?${range}&${query}`)).errors;
  expect(await errors('previous_on_after=2026-10-05')).toHaveProperty('previous_on_before');
  expect(await errors('previous_on_after=2026-10-05&previous_on_before=2026-10-01')).toHaveProperty('previous_on_after');
  expect(await errors('previous_on_after=nonsense&previous_on_before=2026-10-01')).toHaveProperty('previous_on_after');
});

test('a load without records is shown as not recorded, not as a change of ration', async ({ world }) => {
  const day = '2026-10-26';
  const { farm, db, owner, schedules } = await twoDaysAlike(world, '2026-10-25', day);
  const asked = `farm=${farm}&planned_on_after=${day}&planned_on_before=${day}`;
  const effects = async () => {
    const { rows } = await reportOf(owner, `cost_change/make/?${asked}`);
    return Object.fromEntries(rows.map(({ cause, cost_effect }) => [cause, Number(cost_effect)]));
  };
  const none = { not_recorded: 0, prices: 0, heads: 0, ration: 0, loading_error: 0, leftovers: 0 };
  expect(await effects()).toEqual(none);
  // The evening's load of the second day: 100 kg at 2 for 10 head.
  await sql`update schedule set status = 'waited', started_at = null, weight_fact = null where id = ${schedules.at(-1)!}`.execute(db);
  await sql`update schedule_ingredient set weight_fact = null, price = null, counted = false where schedule_id = ${schedules.at(-1)!}`.execute(
    db,
  );
  await sql`update schedule_group set weight_fact = null, counted = false where schedule_id = ${schedules.at(-1)!}`.execute(db);
  expect(await effects()).toEqual({ ...none, not_recorded: -20 });
});

/** A farm of one group of ten, given 100 kg at 2 in the morning and in the evening of each day. */
async function twoDaysAlike(world: DiceWorld, ...days: string[]) {
  const { api } = world;
  const client = await makeClient(api);
  const db = api.database.forClient(client.id);
  const { id: farm, groups, ingredients, ...things } = await makeDiceFarm(db, client, 'Alike', 'Europe/Kyiv', [client.ownerId]);
  await sql`update ingredient set price = 2, average_price = 2 where client_id = ${client.id}`.execute(db);
  const schedules: number[] = [];
  for (const day of days) {
    await sql`select ensure_month(${day}::date)`.execute(db);
    for (const turn of [0, 1]) {
      const common = {
        client_id: client.id,
        farm_id: farm,
        planned_on: day,
        ration_id: things.rations[turn]!,
        mixer_id: things.mixers[0]!,
      };
      const kg = { position: turn, weight_plan: 100, weight_fact: 100 };
      const { id } = await db
        .insertInto('schedule')
        .values({ ...common, ...kg, status: 'uploaded', started_at: `${day}T0${4 + turn}:00:00Z` })
        .returning('id')
        .executeTakeFirstOrThrow();
      schedules.push(id);
      const fact = { ...common, ...kg, schedule_id: id, counted: true };
      await db
        .insertInto('schedule_ingredient')
        .values({ ...fact, ingredient_id: ingredients[turn]!, percent: 100, price: 2, dry_matter: 50 })
        .execute();
      await db
        .insertInto('schedule_group')
        .values({ ...fact, group_id: groups[0]!, heads: 10, weight_per_head: 10 })
        .execute();
    }
  }
  return { farm, db, owner: client.owner, schedules };
}
