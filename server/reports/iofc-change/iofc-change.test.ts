import { sql } from 'kysely';
import { expect } from 'vitest';
import { IOFC_CAUSES } from '#contract/reports/iofc-change-view.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { expectFigures, tilesOf } from '#tests/support/reports/compare.ts';
import { costCausesOf, type Rations } from '#tests/support/reports/cost-causes.ts';
import { type Milk, type MilkPrice, milkPriceOf, pricesOn, throwMilk } from '#tests/support/reports/milk.ts';
import {
  exact,
  type Feeding,
  type Fraction,
  feedingsOf,
  grouped,
  HUNDRED,
  hasFed,
  headDays,
  minus,
  number,
  over,
  plus,
  readRaw,
  times,
  total,
  type Wanted,
  whole,
  ZERO,
} from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, type DiceWorld, FROM, range, reportOf, TO } from '#tests/support/reports/world.ts';
import { readWorth } from '#tests/support/reports/worth.ts';

let world: DiceWorld;
let milk: Milk[];
let prices: MilkPrice[];
let rations: Rations;

test.beforeAll(async ({ world: thrown }) => {
  world = thrown;
  const db = world.api.database.forClient(world.client.id);
  await sql`update schedule set leftovers = id % 3 = 0, planned_leftovers = 40 + id % 50, fresh_weight = 900 + id % 300
    where client_id = ${world.client.id}`.execute(db);
  const { rows } = await sql<{ id: number; left: number; fresh: number }>`
    select id, planned_leftovers as left, fresh_weight as fresh from schedule where client_id = ${world.client.id} and leftovers`.execute(
    db,
  );
  rations = {
    raw: await readRaw(db, world.client.id),
    stoodIn: new Map(rows.map(({ id, left, fresh }) => [id, over(whole(left), whole(fresh))!])),
    worthThen: await readWorth(db, world.client.id),
  };
  ({ milk, prices } = await throwMilk(world));
});

const isKnown = ({ farm, group, day }: Feeding) =>
  milk.some((one) => one.farm === farm && one.day === day && (one.group === null || one.group === group));

/** Milk of a range with feed, by group or farm: its heads, and kilograms and money of milk, of fat and of protein. */
function computeSold(wanted: Wanted) {
  const fed = feedingsOf(rations.raw, wanted).filter(hasFed);
  const own = milk.flatMap((one) => {
    if (!wanted.farms.includes(one.farm) || one.day < wanted.from || one.day > wanted.to) return [];
    if (one.group !== null && wanted.group?.(one.group) === false) return [];
    const feedings = fed.filter(
      ({ farm, group, day }) => farm === one.farm && day === one.day && (one.group === null || group === one.group),
    );
    if (feedings.length === 0) return [];
    const kg = exact(one.kg);
    const held = one.price === null ? pricesOn(prices, one) : undefined;
    const [fat, protein] = [one.fat, one.protein].map((percent) => over(times(kg, exact(percent)), HUNDRED)!) as [Fraction, Fraction];
    const fatMoney = times(fat, exact(held?.fat ?? '0'));
    const proteinMoney = times(protein, exact(held?.protein ?? '0'));
    const money = times(kg, milkPriceOf(prices, one)!);
    const days = total([...grouped(feedings, ({ group }) => group).values()].map((some) => whole(headDays(some))));
    return [{ key: `${one.farm} ${one.group ?? 0}`, days, kg, fat, protein, fatMoney, proteinMoney, money }];
  });
  return new Map(
    [...grouped(own, ({ key }) => key)].map(([key, some]) => {
      const sum = (name: 'days' | 'kg' | 'fat' | 'protein' | 'fatMoney' | 'proteinMoney' | 'money') => total(some.map((one) => one[name]));
      const [kg, money, fatMoney, proteinMoney] = [sum('kg'), sum('money'), sum('fatMoney'), sum('proteinMoney')];
      const goods = [
        [kg, minus(money, plus(fatMoney, proteinMoney))],
        [sum('fat'), fatMoney],
        [sum('protein'), proteinMoney],
      ] as const;
      return [key, { days: sum('days'), kg, money, goods }] as const;
    }),
  );
}

/** The causes by the formulas of docs/decisions/012, in exact fractions. */
function computeCauses(now: Wanted, then: Wanted) {
  const cost = costCausesOf(rations, now, then, isKnown);
  const [h1, h0] = [cost.days.now, cost.days.before];
  const [a, b] = [computeSold(now), computeSold(then)];
  let [price, yielded, components, heads] = [ZERO, ZERO, ZERO, ZERO];
  const add = (sum: Fraction, money: Fraction, days: Fraction) => plus(sum, over(money, days)!);
  for (const key of new Set([...a.keys(), ...b.keys()])) {
    const [x, y] = [a.get(key), b.get(key)];
    if (!x || !y) {
      heads = minus(x ? add(heads, x.money, h1) : heads, y ? over(y.money, h0)! : ZERO);
      continue;
    }
    heads = plus(heads, times(minus(over(x.days, h1)!, over(y.days, h0)!), over(y.money, y.days)!));
    yielded = add(yielded, times(minus(over(x.kg, x.days)!, over(y.kg, y.days)!), times(x.days, over(y.money, y.kg)!)), h1);
    for (const [n, [kg, money]] of x.goods.entries()) {
      const [kg0, money0] = y.goods[n]!;
      const was = over(money0, kg0)!;
      price = add(price, minus(money, times(kg, was)), h1);
      if (n > 0) components = add(components, times(minus(kg, times(over(kg0, y.kg)!, x.kg)), was), h1);
    }
  }
  const sumMoney = (sold: ReturnType<typeof computeSold>) => total([...sold.values()].map(({ money }) => money));
  const against = (part: Fraction) => minus(ZERO, part);
  return {
    previous: minus(over(sumMoney(b), h0)!, cost.previous),
    current: minus(over(sumMoney(a), h1)!, cost.current),
    headDays: number(h1),
    causes: {
      not_recorded: against(cost.causes.not_recorded),
      milk_price: price,
      yield: yielded,
      components,
      feed_price: against(cost.causes.prices),
      ration: against(cost.causes.ration),
      heads: minus(heads, cost.causes.heads),
      loading_error: against(cost.causes.loading_error),
      leftovers: against(cost.causes.leftovers),
    },
  };
}

const ask = (query = '') => reportOf(world.client.owner, `iofc_change/make/?${range}${query}`);

function expectReport(data: ReportData, now: Wanted, then: Wanted): void {
  const { previous, current, causes, headDays: days } = computeCauses(now, then);
  // The formulas themselves leave nothing over.
  expect(minus(total(Object.values(causes)), minus(current, previous)).n).toBe(0n);
  const effects = Object.fromEntries(data.rows.map(({ id, iofc_effect }) => [id, iofc_effect!]));
  expect(Object.keys(effects)).toEqual([...IOFC_CAUSES]);
  expectFigures(effects, Object.fromEntries(Object.entries(causes).map(([cause, value]) => [cause, number(value)])), 'cause');
  const change = number(minus(current, previous));
  expectFigures(tilesOf(data, 'value'), { iofc_per_head: number(current), iofc_change: change, heads: days, causes_rest: 0 }, 'tile');
  expectFigures(tilesOf(data, 'previous'), { iofc_per_head: number(previous) }, 'before');
  const sum = (key: string) => data.rows.reduce((all, row) => all + Number(row[key]), 0);
  expect(sum('iofc_effect')).toBeCloseTo(Number(data.totals.iofc_effect), 8);
  expect(sum('iofc_effect_total')).toBeCloseTo(Number(data.totals.iofc_effect) * days!, 3);
}

const all = (): Wanted => ({ farms: [world.kyiv.id, world.newYork.id, world.empty], from: FROM, to: TO });

const ASKED: readonly (readonly [title: string, query: () => string, wanted: () => Wanted])[] = [
  ['all farms', () => '', all],
  ['milk by group', () => `&farm=${world.kyiv.id}`, () => ({ ...all(), farms: [world.kyiv.id] })],
  ['milk of a farm as a whole', () => `&farm=${world.newYork.id}`, () => ({ ...all(), farms: [world.newYork.id] })],
  [
    'one group',
    () => `&group=${world.kyiv.groups[1]}`,
    () => ({ ...all(), farms: [world.kyiv.id], group: (group: number) => group === world.kyiv.groups[1] }),
  ],
];
test.for(ASKED)('the causes equal an independent recomputation and sum to the change: %s', async ([_, query, wanted]) => {
  expectReport(await ask(query()), wanted(), { ...wanted(), ...before });
});

test('a chosen comparison period works, and both ranges equal income over feed cost', async () => {
  const data = await ask('&previous_on_after=2026-10-05&previous_on_before=2026-10-09');
  expectReport(data, all(), { ...all(), from: '2026-10-05', to: '2026-10-09' });
  const [now, then] = await Promise.all([
    reportOf(world.client.owner, `iofc/?${range}`),
    reportOf(world.client.owner, 'iofc/?planned_on_after=2026-10-05&planned_on_before=2026-10-09'),
  ]);
  expect(tilesOf(data, 'value').iofc_per_head).toBeCloseTo(tilesOf(now, 'value').iofc_per_head!, 5);
  expect(tilesOf(data, 'previous').iofc_per_head).toBeCloseTo(tilesOf(then, 'value').iofc_per_head!, 5);
  expect(data.notes.find(({ code }) => code === 'milk_missing')?.count).toBe(now.notes.find(({ code }) => code === 'milk_missing')?.count);
  const steps = data.series[0]!.rows;
  expect(steps.map(({ standing }) => standing === true)).toEqual([true, ...IOFC_CAUSES.map(() => false), true]);
  expect(steps.slice(0, -1).reduce((sum, { iofc_effect }) => sum + Number(iofc_effect), 0)).toBeCloseTo(
    Number(steps.at(-1)?.iofc_effect),
    8,
  );
});

test('shows the present if there was no milk before, no money without a price, and nothing without milk', async () => {
  const { rows, totals, tiles } = await ask('&previous_on_after=2001-01-01&previous_on_before=2001-01-02');
  expect(rows.map(({ iofc_effect }) => iofc_effect)).toEqual(IOFC_CAUSES.map(() => null));
  expect(totals.iofc_effect).toBeNull();
  expect(tiles.find(({ key }) => key === 'iofc_per_head')?.value).not.toBeNull();
  expect((await ask(`&farm=${world.empty}`)).rows).toEqual([]);
  // Milk without a price has no money, before and now.
  const db = world.api.database.acrossClients();
  await sql`update milk_price set since = '2026-10-24' where client_id = ${world.client.id} and farm_id = ${world.newYork.id}`.execute(db);
  const unpriced = await ask(`&farm=${world.newYork.id}`);
  expect(unpriced.rows).toEqual([]);
  expect(unpriced.totals.iofc_effect).toBeNull();
  expect(tilesOf(unpriced, 'value')).toMatchObject({ iofc_per_head: null, iofc_change: null });
  expect(unpriced.notes.map(({ code }) => code)).toContain('milk_unpriced');
  await sql`update milk_price set since = '2026-09-01' where client_id = ${world.client.id} and farm_id = ${world.newYork.id}`.execute(db);
});

test('names a wrong day of comparison', async () => {
  const errors = async (query: string) => (await world.client.owner.get(`report/iofc_change/make/?${range}&${query}`)).errors;
  expect(await errors('previous_on_after=2026-10-05')).toHaveProperty('previous_on_before');
  expect(await errors('previous_on_after=2026-10-05&previous_on_before=2026-10-01')).toHaveProperty('previous_on_after');
});
