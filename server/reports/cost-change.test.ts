import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportData } from '../../contract/reports/shape.ts';
import { expectFigures, tilesOf } from './test-compare.ts';
import {
  exact,
  type Feeding,
  type Fraction,
  feedingsOf,
  grouped,
  headDays,
  minus,
  number,
  over,
  plus,
  type Raw,
  times,
  total,
  type Wanted,
  whole,
  ZERO,
} from './test-recompute.ts';
import { before, type DiceWorld, FILTERS, narrowed, range, reportOf, startDiceWorld } from './test-world.ts';

let world: DiceWorld;
/** By schedule: planned leftovers ÷ fresh weight. */
let stoodIn: Map<number, Fraction>;

beforeAll(async () => {
  world = await startDiceWorld();
  const db = world.api.database.forClient(world.client.id);
  // Some schedules feed out leftovers: their fresh weight is what the plan is less them.
  await sql`update schedule set leftovers = true, planned_leftovers = 40 + id % 50, fresh_weight = 900 + id % 300
    where client_id = ${world.client.id} and id % 3 = 0`.execute(db);
  const { rows } = await sql<{ id: number; left: number; fresh: number }>`
    select id, planned_leftovers as left, fresh_weight as fresh from schedule where client_id = ${world.client.id} and leftovers`.execute(
    db,
  );
  stoodIn = new Map(rows.map(({ id, left, fresh }) => [id, over(whole(left), whole(fresh))!]));
}, 60_000);
afterAll(() => world.api.close());

const report = (path: string) => reportOf(world.client.owner, path);
const add = <K>(sums: Map<K, Fraction>, key: K, value: Fraction) => sums.set(key, plus(sums.get(key) ?? ZERO, value));

/** What one range comes to: head-days, cost, plan, and by group and ingredient what the ration takes. */
function sumsOf(raw: Raw, wanted: Wanted) {
  const feedings = feedingsOf(raw, wanted).filter(({ fact }) => fact !== null);
  const items = grouped(raw.items, ({ schedule_id }) => schedule_id);
  const groupsOf = grouped(raw.groups, ({ schedule_id }) => schedule_id);
  const byGroup = grouped(feedings, ({ group }) => group);
  const kg = new Map<string, Fraction>();
  const value = new Map<string, Fraction>();
  const ofGroup = new Map<string, Fraction>();
  let planned = ZERO;
  for (const { schedule, group, plan } of feedings) {
    const share = over(plan, total(groupsOf.get(String(schedule))!.map((one) => exact(one.plan))));
    if (!share) continue;
    const fresh = plus(whole(1), stoodIn.get(schedule) ?? ZERO);
    for (const item of items.get(String(schedule)) ?? []) {
      const weight = times(exact(item.plan), share);
      const money = times(weight, exact(item.price!));
      planned = plus(planned, money);
      add(kg, `${group} ${item.ingredient_id}`, times(weight, fresh));
      add(value, `${group} ${item.ingredient_id}`, times(money, fresh));
      add(ofGroup, String(group), times(money, fresh));
    }
  }
  const heads = new Map([...byGroup].map(([group, own]: [string, Feeding[]]) => [group, whole(headDays(own))]));
  const cost = total(feedings.map((feeding) => feeding.cost ?? ZERO));
  return { heads, days: total([...heads.values()]), cost, planned, full: total([...ofGroup.values()]), kg, value, ofGroup };
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
      prices,
      heads,
      ration,
      loading_error: minus(over(minus(a.cost, a.planned), h1)!, over(minus(b.cost, b.planned), h0)!),
      leftovers: minus(over(minus(b.full, b.planned), h0)!, over(minus(a.full, a.planned), h1)!),
    },
  };
}

function compare(data: ReportData, now: Wanted, then: Wanted) {
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
  it.each(FILTERS.filter((name) => name !== 'a period and statuses'))('%s', async (name) => {
    const { query, wanted } = narrowed(world, name);
    compare(await report(`cost_change/make/?${range}${query}`), wanted, { ...wanted, ...before });
  });

  it('against days of one’s own choice', async () => {
    const { wanted } = narrowed(world, 'one farm');
    const data = await report(
      `cost_change/make/?${range}&farm=${world.newYork.id}&previous_on_after=2026-10-05&previous_on_before=2026-10-08`,
    );
    compare(data, wanted, { ...wanted, from: '2026-10-05', to: '2026-10-08' });
    expect(data.filters).toMatchObject({ previous_on_after: '2026-10-05', previous_on_before: '2026-10-08' });
  });

  it('the waterfall goes from the cost before to the cost now', async () => {
    const [plan, data] = await Promise.all([report(`planfeed/?${range}`), report(`cost_change/make/?${range}`)]);
    const steps = data.series[0]!.rows.map(({ cost_effect, standing }) => ({ value: Number(cost_effect), standing }));
    expect(steps.map(({ standing }) => standing === true)).toEqual([true, false, false, false, false, false, true]);
    expect(steps.slice(0, -1).reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(steps.at(-1)!.value, 8);
    const { value, previous } = plan.tiles.find(({ key }) => key === 'cost_per_head')!;
    expect(steps.at(-1)!.value).toBeCloseTo(value!, 5);
    expect(steps[0]!.value).toBeCloseTo(previous!, 5);
  });

  it('the feeds add up to prices and ration', async () => {
    const data = await report(`cost_change/make/?${range}&farm=${world.kyiv.id}`);
    const sum = (rows: ReportData['rows'], key: string) => rows.reduce((all, row) => all + Number(row[key]), 0);
    const of = (id: string) => Number(data.rows.find((row) => row.id === id)!.cost_effect);
    // Effects under half a kopeck aren't drawn; there are five feeds.
    expect(Math.abs(sum(data.series[1]!.rows, 'price_effect') - of('prices'))).toBeLessThan(0.025);
    expect(Math.abs(sum(data.series[2]!.rows, 'ration_effect') - of('ration'))).toBeLessThan(0.025);
  });
});

it('has nothing to say where one of the ranges has no feedings', async () => {
  const data = await report(`cost_change/make/?${range}&previous_on_after=2001-01-01&previous_on_before=2001-01-02`);
  expect(data.rows).toEqual([]);
  expect((await report(`cost_change/make/?${range}&farm=${world.empty}`)).rows).toEqual([]);
});

it('names a wrong day of comparison', async () => {
  const errors = async (query: string) => (await world.client.owner.get(`report/cost_change/make/?${range}&${query}`)).errors;
  expect(await errors('previous_on_after=2026-10-05')).toHaveProperty('previous_on_before');
  expect(await errors('previous_on_after=2026-10-05&previous_on_before=2026-10-01')).toHaveProperty('previous_on_after');
  expect(await errors('previous_on_after=nonsense&previous_on_before=2026-10-01')).toHaveProperty('previous_on_after');
});
