import { expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { tilesOf } from '#tests/support/reports/compare.ts';
import { dice } from '#tests/support/reports/facts.ts';
import { number } from '#tests/support/reports/recompute.ts';
import { balanced, type RawMove, readLedger, stockSums, throwMoves } from '#tests/support/reports/stock.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, FROM, range, reportOf, TO } from '#tests/support/reports/world.ts';

let ledger: RawMove[];
const days = Array.from({ length: 14 }, (_, n) => addDays(FROM, n));

test.beforeAll(async ({ world }) => {
  const db = world.api.database.acrossClients();
  const thrown = Array.from({ length: 40 }, (_, n) => addDays('2026-09-25', n));
  await throwMoves(db, world.client, world.kyiv, [world.newYork.id], thrown, dice(99));
  ledger = await readLedger(db, world.client.id);
});
const report = (world: DiceWorld, query: string) => reportOf(world.client.owner, `inoutnew/?${query}`);

/** A day of some ingredients from the ledger: receipts, issues, counts, and the stock in the evening. */
function computeDay(world: DiceWorld, ingredients: readonly number[], day: string) {
  const own = ledger.filter(({ ingredient_id }) => ingredients.includes(ingredient_id));
  const sums = stockSums(ledger, own, { farms: [world.kyiv.id, world.newYork.id], from: day, to: day });
  const of = (...names: string[]) => names.reduce((sum, name) => sum + number(sums[name]!)!, 0);
  // Transfers between the added stores are neither receipts nor uses.
  const between = of('transferred_in') - of('transferred_out');
  return {
    came: of('received', 'harvested', 'crafted_in') + Math.max(between, 0),
    used: of('fed', 'fed_by_others', 'sold', 'crafted_out') + Math.max(-between, 0),
    counted: of('counted'),
    balance: number(balanced(sums))!,
    opening: of('opening'),
  };
}

test('each day of each ingredient equals an independent recomputation of the ledger', async ({ world }) => {
  const { kyiv } = world;
  const data = await report(world, `${range}&farm=${kyiv.id}`);
  expect(data.columns.flatMap(({ day }) => day ?? [])).toEqual(days.flatMap((day) => [day, day, day, day]));
  expect(data.rows.map(({ ingredient_id }) => Number(ingredient_id)).sort()).toEqual([...kyiv.ingredients].sort());
  const all = { row: data.totals, ingredients: kyiv.ingredients };
  for (const { row, ingredients } of [...data.rows.map((one) => ({ row: one, ingredients: [Number(one.ingredient_id)] })), all]) {
    expect(row.opening).toBeCloseTo(computeDay(world, ingredients, FROM).opening, 6);
    for (const day of days) {
      const { opening: _, ...expected } = computeDay(world, ingredients, day);
      for (const [key, value] of Object.entries(expected))
        expect(row[`${key}_${day}`], `${row.ingredient} ${key} ${day}`).toBeCloseTo(value, 6);
    }
  }
});

test('each evening is the next morning, the last one the statement’s closing', async ({ world }) => {
  const data = await report(world, range);
  const statement = await reportOf(world.client.owner, `inout/?${range}`);
  for (const row of data.rows) {
    let stock = Number(row.opening);
    for (const day of days) {
      stock += Number(row[`came_${day}`]) - Number(row[`used_${day}`]) + Number(row[`counted_${day}`]);
      expect(row[`balance_${day}`]).toBeCloseTo(stock, 6);
    }
    const same = statement.rows.find(({ ingredient_id }) => ingredient_id === row.ingredient_id)!;
    expect(row.opening).toBeCloseTo(Number(same.opening), 6);
    expect(row[`balance_${TO}`]).toBeCloseTo(Number(same.closing), 6);
    for (const key of ['opening_value', 'revaluation', 'closing_value']) expect(row[key]).toBe(same[key]);
    const worth = Number(row.opening_value) + Number(row.moved_value) + Number(row.revaluation);
    expect(Math.abs(worth - Number(row.closing_value))).toBeLessThan(1e-5);
  }
  const tiles = tilesOf(data, 'value');
  expect(tiles.opening).toBeCloseTo(Number(statement.totals.opening), 6);
  expect(tiles.closing).toBeCloseTo(Number(statement.totals.closing), 6);
  const came = days.reduce((sum, day) => sum + Number(data.totals[`came_${day}`]), 0);
  expect(tiles.came).toBeCloseTo(came, 6);
  const { received, harvested, crafted_in } = statement.totals;
  expect(came).toBeGreaterThan(Number(received) + Number(harvested) + Number(crafted_in) - 1e-6);
  expect(tiles.counted).toBeCloseTo(Number(statement.totals.counted), 6);
  expect(tilesOf(data, 'previous').closing).toBeCloseTo(Number(statement.totals.opening), 6);
  expect(data.series.map(({ rows }) => rows.map(({ day }) => day))).toEqual([days, days]);
});

test('as many days as one can read side by side', async ({ world }) => {
  const ask = (to: string) => world.client.owner.get(`report/inoutnew/?planned_on_after=${FROM}&planned_on_before=${to}`);
  expect((await ask(addDays(FROM, 91))).status).toBe(200);
  const long = await ask(addDays(FROM, 92));
  expect(long.status).toBe(400);
  expect(long.errors.planned_on_before?.[0]).toMatchObject({ code: 'too_long_range', limit: 92 });
});
