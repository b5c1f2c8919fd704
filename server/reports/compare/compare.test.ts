import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { compare } from '#contract/reports/compare.ts';
import type { ReportData, Row } from '#contract/reports/shape.ts';
import { insertMoves } from '#tests/support/insert-moves.ts';
import { comparedFigures, expectFigures, only, tilesOf } from '#tests/support/reports/compare.ts';
import { throwMilk } from '#tests/support/reports/milk.ts';
import {
  exact,
  type Fraction,
  feedingsOf,
  grouped,
  hasFed,
  number,
  over,
  plus,
  times,
  total,
  type Wanted,
  weighingsOf,
  whole,
  ZERO,
} from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, type DiceWorld, FROM, range, reportOf, TO } from '#tests/support/reports/world.ts';

test.beforeAll(async ({ world }) => {
  const { client, api, kyiv, newYork } = world;
  for (const n of [2, 3]) {
    await sql`update ingredient set type_id = (select type_id from ingredient where client_id = ${client.id} and id = ${kyiv.ingredients[n]}),
      name = upper((select name from ingredient where client_id = ${client.id} and id = ${kyiv.ingredients[n]}))
      where client_id = ${client.id} and id = ${newYork.ingredients[n]}`.execute(api.database.forClient(client.id));
  }
});

const report = (world: DiceWorld, query = '') => reportOf(world.client.owner, `compare/make/?${range}${query}`);
const OF_MILK = ['iofc_per_head', 'efficiency', 'cost_per_milk'];
const findFarmRow = (data: ReportData, farm: number): Row => data.rows.find(({ farm_id }) => farm_id === farm)!;
const farms = (world: DiceWorld) => [world.kyiv.id, world.newYork.id];
const within = (list: number[]): Wanted => ({ farms: list, from: FROM, to: TO });

function expected(world: DiceWorld, wanted: Wanted, cost?: Fraction) {
  return comparedFigures(feedingsOf(world.raw, wanted), weighingsOf(world.raw, wanted), cost);
}

describe('the comparison of farms', () => {
  test('at their own prices', async ({ world }) => {
    const data = await report(world);
    expect(data.rows.map(({ farm_name }) => farm_name)).toEqual(['Kyiv', 'New York']);
    for (const farm of farms(world)) expectFigures(findFarmRow(data, farm), expected(world, within([farm])), `farm ${farm}`);
    expectFigures(data.totals, expected(world, within(farms(world))), 'total');
    expectFigures(tilesOf(data, 'previous'), only(expected(world, { ...within(farms(world)), ...before }), compare.tiles), 'before');
  });

  test('the sum at common prices equals the actual cost of all', async ({ world }) => {
    const data = await report(world, '&prices=common');
    const getFeedName = (ingredient: number) => {
      const n = world.newYork.ingredients.indexOf(ingredient);
      return n === 2 || n === 3 ? world.kyiv.ingredients[n]! : ingredient;
    };
    const items = grouped(world.raw.items, ({ schedule_id }) => schedule_id);
    const used = farms(world).flatMap((farm) => {
      const done = feedingsOf(world.raw, within([farm])).filter(hasFed);
      return done.flatMap(({ schedule, part }) =>
        (items.get(String(schedule)) ?? []).map((item) => {
          const kg = times(exact(item.fact ?? '0'), part!);
          return { farm, feed: getFeedName(item.ingredient_id), kg, value: times(kg, exact(item.price!)) };
        }),
      );
    });
    const prices = new Map(
      [...grouped(used, ({ feed }) => feed)].map(([feed, own]) => [
        Number(feed),
        over(total(own.map(({ value }) => value)), total(own.map(({ kg }) => kg))),
      ]),
    );
    const costs = farms(world).map((farm) =>
      used.filter((one) => one.farm === farm).reduce((sum, { feed, kg }) => plus(sum, times(kg, prices.get(feed) ?? ZERO)), ZERO),
    );
    farms(world).forEach((farm, n) => {
      expectFigures(findFarmRow(data, farm), expected(world, within([farm]), costs[n]), `farm ${farm}`);
    });
    const own = await report(world);
    expect(findFarmRow(data, world.kyiv.id).cost).not.toBe(findFarmRow(own, world.kyiv.id).cost);
    const together = data.rows.reduce((sum, { cost }) => sum + Number(cost), 0);
    expect(Math.abs(together - Number(own.totals.cost))).toBeLessThan(1e-3);
  });

  test('how long the stock lasts, in dry matter; a shared one by what each farm uses of it', async ({ world }) => {
    const { kyiv, newYork, client, api } = world;
    const db = api.database.forClient(client.id);
    const shared = kyiv.ingredients[2]!;
    const move = { client_id: client.id, farm_id: newYork.id, stock_id: kyiv.stock, ingredient_id: shared, kind: 'load', price: 2 };
    await insertMoves(
      db,
      ['2026-10-24', '2026-10-29', '2026-10-30'].map((day) => ({ ...move, at: `${day}T20:00:00Z`, day, kg: -345.6, value: -691.2 })),
    );
    // At noon both farms have the 31st, in the night New York has the 30th.
    for (const [now, today] of [
      ['2026-10-31T12:00:00Z', () => '2026-10-31'],
      ['2026-10-31T02:00:00Z', (farm: number) => (farm === newYork.id ? '2026-10-30' : '2026-10-31')],
    ] as const) {
      api.setNow(now);
      const data = await report(world);
      const { rows: moves } = await sql<{ id: number; rest: string; dry: string; farm: number; day: string; kg: string }>`
        select n.id, n.rest::text, n.dry_matter::text as dry, l.farm_id as farm, l.day, (-l.kg)::text as kg
        from ledger l join ingredient n on n.client_id = l.client_id and n.id = l.ingredient_id
        where l.client_id = ${client.id} and l.kind = 'load'`.execute(db);
      const recent = moves.filter(({ farm, day }) => day >= addDays(today(farm), -7) && day < today(farm));
      const used = (some: typeof moves) => total(some.map(({ kg }) => exact(kg)));
      const lasting = (list: number[]) => {
        const own = [
          ...grouped(
            recent.filter(({ farm }) => list.includes(farm)),
            ({ id }) => id,
          ).values(),
        ];
        const dry = own.map((some) => times(used(some), exact(some[0]!.dry)));
        const rest = own.map((some) => {
          const { id, rest: lying, dry: percent } = some[0]!;
          const part = over(used(some), used(recent.filter((one) => one.id === id)))!;
          return lying.startsWith('-') ? ZERO : times(times(exact(lying), exact(percent)), part);
        });
        return number(over(times(total(rest), whole(7)), total(dry)));
      };
      expect(recent.some(({ farm, id }) => farm === newYork.id && id === shared)).toBe(true);
      for (const farm of farms(world)) {
        expectFigures(findFarmRow(data, farm), { days_of_stock: lasting([farm]) }, `farm ${farm}`);
        const alone = await report(world, `&farm=${farm}`);
        expect(alone.totals.days_of_stock).toBe(findFarmRow(data, farm).days_of_stock);
      }
      expectFigures(data.totals, { days_of_stock: lasting(farms(world)) }, 'all');
    }
    api.setNow('2026-11-10T12:00:00Z');
  });

  test('refuses a price list that there isn’t', async ({ world }) => {
    const { status, errors } = await world.client.owner.get(`report/compare/make/?${range}&prices=best`);
    expect(status).toBe(400);
    expect(Object.keys(errors)[0]).toContain('prices');
  });
});

test('farms with milk show the income over feed cost of its own report, with money at their own prices only', async ({ world }) => {
  const listMilkKeys = (data: ReportData) => data.columns.map(({ key }) => key).filter((key) => OF_MILK.includes(key));
  expect(listMilkKeys(await report(world))).toEqual([]);
  await throwMilk(world);
  const [data, common, compared] = await Promise.all(['', '&prices=common', '&compare_with=previous'].map((query) => report(world, query)));
  expect(listMilkKeys(data!)).toEqual(OF_MILK);
  expect(listMilkKeys(common!)).toEqual(['efficiency']);
  for (const farm of farms(world)) {
    const { totals } = await reportOf(world.client.owner, `iofc/?${range}&farm=${farm}`);
    const own = Object.fromEntries(OF_MILK.map((key) => [key, Number(totals[key])]));
    expect(own.iofc_per_head).not.toBe(0);
    expectFigures(findFarmRow(data!, farm), own, `farm ${farm}`);
    expect(findFarmRow(compared!, farm)).toMatchObject({ 'change.efficiency': expect.any(Number) });
  }
  const { totals } = await reportOf(world.client.owner, `iofc/?${range}`);
  expectFigures(data!.totals, Object.fromEntries(OF_MILK.map((key) => [key, Number(totals[key])])), 'total');
});
