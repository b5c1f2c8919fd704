import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import type { Row } from '#contract/reports/shape.ts';
import { followMoves } from '#tests/support/insert-moves.ts';
import { expectFigures, tilesOf } from '#tests/support/reports/compare.ts';
import { dice, makeBatch } from '#tests/support/reports/facts.ts';
import { exact, grouped, number, plus, total, ZERO } from '#tests/support/reports/recompute.ts';
import { type RawMove, readLedger, throwMoves } from '#tests/support/reports/stock.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, FROM, range, reportOf, TO } from '#tests/support/reports/world.ts';

let ledger: RawMove[];

test.beforeAll(async ({ world }) => {
  const { api, client, kyiv, newYork } = world;
  const db = api.database.acrossClients();
  const days = Array.from({ length: 40 }, (_, n) => addDays('2026-09-25', n));
  await throwMoves(db, client, kyiv, [world.empty, newYork.id], days, dice(5));
  await makeBatch(db, client, kyiv);
  const { rows } = await sql<{
    id: number;
  }>`insert into ledger (client_id, at, day, farm_id, stock_id, ingredient_id, kind, kg, price, value, batch_id)
    select client_id, started_at, planned_on, farm_id, ${kyiv.stock}, ${kyiv.ingredients[1]}, 'craft_out', -240, 7.5, -1800, id
    from batch where client_id = ${client.id} returning id`.execute(db);
  await followMoves(
    db,
    rows.map(({ id }) => id),
  );
  ledger = await readLedger(db, client.id);
});

const report = (world: DiceWorld, path: string) => reportOf(world.client.owner, path);
const listOwnMoves = (ingredients: readonly number[]) =>
  ledger.filter(({ ingredient_id, day }) => ingredients.includes(ingredient_id) && day <= TO);
const inRange = ({ day }: RawMove) => day >= FROM;

describe('the moves behind the figures of stock', () => {
  test('rows are those of the ledger, with the stock after each', async ({ world }) => {
    const data = await report(world, `stock_moves/make/?${range}&farm=${world.kyiv.id}`);
    const moves = listOwnMoves(world.kyiv.ingredients);
    expect(data.rows.map(({ id }) => id).sort()).toEqual(
      moves
        .filter(inRange)
        .map(({ id }) => id)
        .sort(),
    );
    const kinds = new Map(ledger.map(({ id, kind }) => [id, kind]));
    const rows = new Map(data.rows.map((row): [number, Row] => [Number(row.id), row]));
    for (const [, lying] of grouped(moves, ({ ingredient_id }) => ingredient_id)) {
      let balance = ZERO;
      for (const move of lying.toSorted((a, b) => a.day.localeCompare(b.day) || a.id - b.id)) {
        balance = plus(balance, exact(move.kg));
        const row = rows.get(move.id);
        if (!row) continue;
        expect(row.move).toBe(move.reverses_id === null ? move.kind : `${kinds.get(move.reverses_id)}_back`);
        expectFigures(row, { moved: Number(move.kg), moved_value: Number(move.value), balance: number(balance) }, `move ${move.id}`);
      }
    }
    expectFigures(data.totals, { moved: number(total(moves.filter(inRange).map(({ kg }) => exact(kg)))) }, 'total');
  });

  test.for(['inout', 'inout_new'])('rows add up to the report %s', async (id, { world }) => {
    const query = `${range}&farm=${world.kyiv.id}`;
    const [data, moves] = [await report(world, `${id}/make/?${query}`), await report(world, `stock_moves/make/?${query}`)];
    const byIngredient = grouped(moves.rows, ({ ingredient_id }) => Number(ingredient_id));
    expect(data.rows.length).toBeGreaterThan(3);
    for (const row of data.rows) {
      const sum = (byIngredient.get(String(row.ingredient_id)) ?? []).reduce((all, { moved }) => all + Number(moved), 0);
      const closing = id === 'inout' ? row.closing : row[`balance_${TO}`];
      expect(Number(row.opening) + sum).toBeCloseTo(Number(closing), 3);
    }
    const tiles = tilesOf(data, 'value');
    for (const key of ['opening', 'closing']) expect(tilesOf(moves, 'value')[key]).toBe(tiles[key]);
    if (id === 'inout_new') {
      for (const key of ['came', 'used', 'counted']) expect(tilesOf(moves, 'value')[key]).toBe(tiles[key]);
      for (const key of ['came', 'used']) expect(tilesOf(moves, 'previous')[key]).toBe(tilesOf(data, 'previous')[key]);
      const days = new Map(data.series[1]!.rows.map((row) => [row.day, row]));
      for (const row of moves.series[0]!.rows) expect(days.get(row.day!)).toMatchObject({ came: row.came, used: row.used });
    }
  });

  test('rows link to the load or the batch that moved them', async ({ world }) => {
    const { rows } = await report(world, `stock_moves/make/?${range}&farm=${world.kyiv.id}&ingredient=${world.kyiv.ingredients[1]}`);
    const load = rows.find(({ opens }) => opens === 'schedule_load')!;
    const detail = await report(world, `schedule_load/${load.opens_id}/detail/`);
    const part = detail.rows.find(({ ingredient_id }) => ingredient_id === world.kyiv.ingredients[1]);
    expect(Number(part?.fact)).toBeCloseTo(-Number(load.moved), 6);
    const batch = rows.find(({ opens }) => opens === 'animalfeed_loading')!;
    expect(batch).toMatchObject({ move: 'craft_out', moved: -240, about: `Recipe of ${world.kyiv.id}` });
    expect((await report(world, `animalfeed_loading/${batch.opens_id}/detail/`)).rows).toHaveLength(2);
    expect(rows.filter(({ move }) => move === 'delivery').every(({ opens }) => opens === null)).toBe(true);
  });

  test('a long range requires a filter on ingredient', async ({ world }) => {
    const long = `planned_on_after=2026-01-01&planned_on_before=${TO}&farm=${world.kyiv.id}`;
    const refused = await world.client.owner.get(`report/stock_moves/make/?${long}`);
    expect(refused.errors.planned_on_before?.[0]).toMatchObject({ code: 'too_long_range', limit: 92 });
    const data = await report(world, `stock_moves/make/?${long}&ingredient=${world.kyiv.ingredients[0]}`);
    expect(data.rows).toHaveLength(listOwnMoves([world.kyiv.ingredients[0]!]).length);
    expect(data.filters.planned_on_after).toBe('2026-01-01');
  });
});
