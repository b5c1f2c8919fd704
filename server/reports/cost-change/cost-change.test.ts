import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { ReportData } from '#contract/reports/shape.ts';
import { makeClient } from '#tests/support/factories.ts';
import { expectFigures, tilesOf } from '#tests/support/reports/compare.ts';
import { makeDiceFarm } from '#tests/support/reports/facts.ts';
import {
  exact,
  type Feeding,
  type Fraction,
  feedingsOf,
  grouped,
  hasFed,
  headDays,
  minus,
  number,
  over,
  plus,
  type Raw,
  readRaw,
  times,
  total,
  type Wanted,
  whole,
  ZERO,
} from '#tests/support/reports/recompute.ts';
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
}, 60_000);

const report = (world: DiceWorld, path: string) => reportOf(world.client.owner, path);
const add = <K>(sums: Map<K, Fraction>, key: K, value: Fraction) => sums.set(key, plus(sums.get(key) ?? ZERO, value));

/** What one range comes to, of the days of groups on which something was recorded: head-days, cost, plan and what of it is missing, and by group and ingredient what the ration takes. */
function sumsOf(raw: Raw, wanted: Wanted) {
  const asked = feedingsOf(raw, wanted);
  const known = new Set(asked.filter(hasFed).map(({ day, group }) => `${day} ${group}`));
  const feedings = asked.filter(({ fact, day, group }) => fact !== null && known.has(`${day} ${group}`));
  const items = grouped(raw.items, ({ schedule_id }) => schedule_id);
  const groupsOf = grouped(raw.groups, ({ schedule_id }) => schedule_id);
  const byGroup = grouped(feedings, ({ group }) => group);
  const kg = new Map<string, Fraction>();
  const value = new Map<string, Fraction>();
  const ofGroup = new Map<string, Fraction>();
  let [planned, missing] = [ZERO, ZERO];
  for (const { schedule, group, plan, day, fact } of asked.filter((feeding) => known.has(`${feeding.day} ${feeding.group}`))) {
    const share = over(plan, total(groupsOf.get(String(schedule))!.map((one) => exact(one.plan))));
    if (!share) continue;
    const fresh = plus(whole(1), stoodIn.get(schedule) ?? ZERO);
    for (const item of items.get(String(schedule)) ?? []) {
      const weight = times(exact(item.plan), share);
      const money = times(weight, item.price === null ? worthThen(item.ingredient_id, day) : exact(item.price));
      planned = plus(planned, money);
      if (fact === null) missing = plus(missing, money);
      add(kg, `${group} ${item.ingredient_id}`, times(weight, fresh));
      add(value, `${group} ${item.ingredient_id}`, times(money, fresh));
      add(ofGroup, String(group), times(money, fresh));
    }
  }
  const heads = new Map([...byGroup].map(([group, own]: [string, Feeding[]]) => [group, whole(headDays(own.filter(hasFed)))]));
  const cost = total(feedings.map((feeding) => feeding.cost ?? ZERO));
  return { heads, days: total([...heads.values()]), cost, planned, missing, full: total([...ofGroup.values()]), kg, value, ofGroup };
}

/** The causes by the formulas of the decision record, in exact fractions. */
function causesOf(raw: Raw, now: Wanted, then: Wanted) {
  const a = sumsOf(raw, now);
  const b = sumsOf(raw, then);
  const [h1, h0] = [a.days, b.days];
  let [heads, prices, ration] = [ZERO, ZERO, ZERO];
  const priceThen = (ingredient: string) => {
    const own = [...b.kg.keys()].filter((key) => key.endsWith(` ${ingredient}`));
    return over(total(own.map((key) => b.value.get(key)!)), total(own.map((key) => b.kg.get(key)!)));
  };
  for (const group of new Set([...a.heads.keys(), ...b.heads.keys()])) {
    const [d1, d0] = [a.heads.get(group) ?? ZERO, b.heads.get(group) ?? ZERO];
    const [n1, n0] = [a.ofGroup.get(group) ?? ZERO, b.ofGroup.get(group) ?? ZERO];
    if (d1.n === 0n || d0.n === 0n) {
      heads = plus(heads, minus(over(n1, h1)!, over(n0, h0)!));
      continue;
    }
    heads = plus(heads, times(minus(over(d1, h1)!, over(d0, h0)!), over(n0, d0)!));
    const ingredients = new Set([...a.kg.keys(), ...b.kg.keys()].filter((key) => key.startsWith(`${group} `)));
    for (const key of ingredients) {
      const [kg1, kg0] = [a.kg.get(key) ?? ZERO, b.kg.get(key) ?? ZERO];
      const now1 = over(a.value.get(key) ?? ZERO, kg1);
      const then0 = over(b.value.get(key) ?? ZERO, kg0) ?? priceThen(key.split(' ')[1]!) ?? now1;
      if (!then0) continue;
      if (now1) prices = plus(prices, times(over(kg1, h1)!, minus(now1, then0)));
      ration = plus(ration, times(minus(over(kg1, h1)!, over(times(kg0, d1), times(d0, h1))!), then0));
    }
  }
  return {
    previous: over(b.cost, h0)!,
    current: over(a.cost, h1)!,
    headDays: number(h1),
    causes: {
      not_recorded: minus(over(b.missing, h0)!, over(a.missing, h1)!),
      prices,
      heads,
      ration,
      loading_error: minus(over(minus(plus(a.cost, a.missing), a.planned), h1)!, over(minus(plus(b.cost, b.missing), b.planned), h0)!),
      leftovers: minus(over(minus(b.full, b.planned), h0)!, over(minus(a.full, a.planned), h1)!),
    },
  };
}

function compare(world: DiceWorld, data: ReportData, now: Wanted, then: Wanted) {
  const { previous, current, causes, headDays: days } = causesOf(world.raw, now, then);
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
  test.for(FILTERS.filter((name) => name !== 'a period and statuses'))('%s', async (name, { world }) => {
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

test('shows the present where there is nothing before, and what was where there is no present', async ({ world }) => {
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

test('has nothing to say where nothing was fed in either of the ranges', async ({ world }) => {
  expect((await report(world, `cost_change/make/?${range}&farm=${world.empty}`)).rows).toEqual([]);
});

test('names a wrong day of comparison', async ({ world }) => {
  const errors = async (query: string) => (await world.client.owner.get(`report/cost_change/make/?${range}&${query}`)).errors;
  expect(await errors('previous_on_after=2026-10-05')).toHaveProperty('previous_on_before');
  expect(await errors('previous_on_after=2026-10-05&previous_on_before=2026-10-01')).toHaveProperty('previous_on_after');
  expect(await errors('previous_on_after=nonsense&previous_on_before=2026-10-01')).toHaveProperty('previous_on_after');
});

test('a load that nobody recorded is told as not recorded, not as a change of ration', async ({ world }) => {
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
