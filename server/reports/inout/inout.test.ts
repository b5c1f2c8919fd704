import { describe, expect } from 'vitest';
import { addDays, daysBetween } from '#contract/days.ts';
import { DRAWN_MOVES, inout } from '#contract/reports/inout.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { insertMoves } from '#tests/support/insert-moves.ts';
import { expectBefore, expectFigures, only, tilesOf } from '#tests/support/reports/compare.ts';
import { dice } from '#tests/support/reports/facts.ts';
import { exact, type Fraction, grouped, minus, number, over, times, total, whole } from '#tests/support/reports/recompute.ts';
import { AWAY, averageAt, balanced, MOVES, type RawMove, readLedger, stockSums, throwMoves } from '#tests/support/reports/stock.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, type DiceWorld, FROM, range, reportOf, TO } from '#tests/support/reports/world.ts';

let world: DiceWorld;
let ledger: RawMove[];
/** Ingredient → the farm that owns it; those of a shared stock are in reach of every farm of the company. */
let owners: Map<number, number>;
let shared: number;

test.beforeAll(async ({ world: thrown }) => {
  world = thrown;
  const { api, client, kyiv, newYork } = world;
  const db = api.database.acrossClients();
  const days = Array.from({ length: 40 }, (_, n) => addDays('2026-09-25', n));
  const roll = dice(31);
  // The last feed of Kyiv is in a stock that its company shares with a second farm.
  const { company_id } = await db.selectFrom('farm').select('company_id').where('id', '=', kyiv.id).executeTakeFirstOrThrow();
  shared = await db
    .insertInto('stock')
    .values({ client_id: client.id, company_id, name: 'Shared', type: 'warehouse' })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id }) => id);
  await db
    .updateTable('ingredient')
    .set({ stock_id: shared })
    .where('client_id', '=', client.id)
    .where('id', '=', kyiv.ingredients[4]!)
    .execute();
  await throwMoves(db, client, kyiv, [world.empty, newYork.id], days, roll);
  await throwMoves(db, client, newYork, [kyiv.id], days, roll);
  ledger = await readLedger(db, client.id);
  owners = new Map([
    ...kyiv.ingredients.map((id) => [id, kyiv.id] as const),
    ...newYork.ingredients.map((id) => [id, newYork.id] as const),
  ]);
});

const report = (path: string) => reportOf(world.client.owner, path);
const canReach = (farms: number[]) => (ingredient: number) =>
  farms.includes(owners.get(ingredient)!) || (ingredient === world.kyiv.ingredients[4] && farms.includes(world.empty));

const gainedFromStores = (came: Fraction, went: Fraction) => {
  const net = minus(came, went);
  return net.n > 0n ? net : whole(0);
};

const figuresOf = (moves: RawMove[], wanted: { farms: number[]; from: string; to: string }) => {
  const sums = stockSums(ledger, moves, wanted);
  return {
    ...Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, number(sum)])),
    shrink: number(
      over(
        times(whole(100), sums.counted!),
        total([sums.opening!, sums.received!, sums.harvested!, gainedFromStores(sums.transferred_in!, sums.transferred_out!)]),
      ),
    ),
    check: 0,
    check_value: 0,
  };
};

interface Days {
  from: string;
  to: string;
}

function compare(
  data: ReportData,
  farms: number[],
  narrowed: (ingredient: number) => boolean = () => true,
  { from, to }: Days = { from: FROM, to: TO },
  earlier: Days = before,
) {
  const wanted = { farms, from, to };
  const reach = canReach(farms);
  const own = ledger.filter(({ ingredient_id }) => reach(ingredient_id) && narrowed(ingredient_id));
  const rows = grouped(
    own.filter(({ day }) => day <= to),
    ({ ingredient_id }) => ingredient_id,
  );
  expect(data.rows.map(({ ingredient_id }) => String(ingredient_id)).sort()).toEqual([...rows.keys()].sort());
  for (const row of data.rows) {
    const moves = rows.get(String(row.ingredient_id))!;
    expectFigures(row, figuresOf(moves, wanted), `ingredient ${row.ingredient}`);
    const sums = stockSums(ledger, moves, wanted);
    expect(number(balanced(sums))).toBe(number(sums.closing!));
    expect(row.beyond).toBe(false);
    // As a reader would: opening + moves + revaluation = closing, of the figures on the row.
    const of = (name: string) => Number(row[`${name}_value`]);
    const added = MOVES.reduce((sum, name) => sum + (AWAY.includes(name) ? -1 : 1) * of(name), of('opening') + Number(row.revaluation));
    expect(Math.abs(added - of('closing'))).toBeLessThan(1e-5);
  }
  expectFigures(data.totals, figuresOf(own, wanted), 'total');
  expectFigures(tilesOf(data, 'value'), only(figuresOf(own, wanted), inout.tiles), 'tile');
  expectBefore(data, only(figuresOf(own, { farms, ...earlier }), inout.tiles));
  const [overTime, byIngredient] = data.series;
  const step = overTime!.x.key;
  expect(step).toBe(daysBetween(from, to) > 183 ? 'month' : 'day');
  const steps = grouped(
    own.filter(({ day }) => day >= from && day <= to),
    ({ day }) => (step === 'month' ? `${day.slice(0, 8)}01` : day),
  );
  expect(overTime!.rows.map((row) => row[step])).toEqual([...steps.keys()].sort());
  for (const row of overTime!.rows)
    expectFigures(row, only(figuresOf(steps.get(String(row[step]))!, wanted), DRAWN_MOVES), `${step} ${row[step]}`);
  const values = byIngredient!.rows.map(({ closing_value }) => Number(closing_value));
  expect(values).toEqual(values.toSorted((a, b) => b - a));
}

describe('the stock movement equals an independent recomputation of the ledger', () => {
  test('the report filters by one farm, by two, or by none', async () => {
    const { kyiv, newYork, empty } = world;
    compare(await report(`inout/?${range}&farm=${kyiv.id}`), [kyiv.id]);
    compare(await report(`inout/?${range}&farm=${newYork.id}`), [newYork.id]);
    compare(await report(`inout/?${range}&farm=${kyiv.id},${newYork.id}`), [kyiv.id, newYork.id]);
    compare(await report(`inout/?${range}`), [kyiv.id, newYork.id, empty]);
  });

  test.each([
    ['a month with days on both sides', '2026-09-27', '2026-11-02', '2026-08-21', '2026-09-26'],
    ['from the first day of a month', '2026-10-01', '2026-11-01', '2026-08-30', '2026-09-30'],
    ['to the last day of a month', '2026-09-28', '2026-10-31', '2026-08-25', '2026-09-27'],
    ['a month', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['half a year, by day', '2026-04-28', '2026-10-27', '2025-10-27', '2026-04-27'],
    ['a day more, by month', '2026-04-28', '2026-10-28', '2025-10-26', '2026-04-27'],
    ['few days of the first month and most of the last', '2026-03-29', '2026-10-20', '2025-09-04', '2026-03-28'],
    ['days of two months and none whole', '2026-09-26', '2026-10-30', '2026-08-22', '2026-09-25'],
  ])('over %s', async (_, from, to, earlierFrom, earlierTo) => {
    const { kyiv, newYork, empty } = world;
    const data = await report(`inout/?planned_on_after=${from}&planned_on_before=${to}`);
    compare(data, [kyiv.id, newYork.id, empty], () => true, { from, to }, { from: earlierFrom, to: earlierTo });
  });

  test('the stock’s value is its kilograms at the average of that evening', async () => {
    const { client, kyiv } = world;
    const db = world.api.database.forClient(client.id);
    const held = await db.selectFrom('ingredient').select(['id', 'average_price']).where('farm_id', '=', kyiv.id).execute();
    const averages = new Map(held.map(({ id, average_price }) => [id, average_price]));
    const { rows } = await report(`inout/?planned_on_after=2026-10-01&planned_on_before=2026-11-30&farm=${kyiv.id}`);
    for (const row of rows) {
      const average = averages.get(Number(row.ingredient_id))!;
      expect(average).toBe(number(averageAt(ledger, Number(row.ingredient_id), '2026-11-30')));
      expect(row.closing_value).toBeCloseTo(Number(row.closing) * average, 5);
    }
    expect(rows.some(({ revaluation }) => Math.abs(Number(revaluation)) > 1)).toBe(true);
  });

  test('every month of every feed: opening + moves + revaluation = closing, which is the next one’s opening', async () => {
    const { kyiv, newYork, empty } = world;
    const worth = new Map<unknown, unknown>();
    for (const month of ['2026-09-01', '2026-10-01', '2026-11-01']) {
      const to = addDays(month, month === '2026-10-01' ? 30 : 29);
      const data = await report(`inout/?planned_on_after=${month}&planned_on_before=${to}`);
      compare(
        data,
        [kyiv.id, newYork.id, empty],
        () => true,
        { from: month, to },
        { from: `${addDays(month, -1).slice(0, 8)}01`, to: addDays(month, -1) },
      );
      for (const row of data.rows) {
        if (worth.has(row.ingredient_id)) expect(row.opening_value).toBe(worth.get(row.ingredient_id));
        worth.set(row.ingredient_id, row.closing_value);
      }
    }
  });

  test('another price basis gives stock and moves the same price per kilogram, and revalues nothing', async () => {
    const { rows } = await report(`inout/?${range}&price_basis=average`);
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) expect([row.revaluation, row.check_value]).toEqual([0, 0]);
  });

  test('a farm sees its company’s shared stock, and the feed that others took from it', async () => {
    const data = await report(`inout/?${range}&farm=${world.empty}`);
    compare(data, [world.empty]);
    expect(data.rows).toHaveLength(1);
    expect(data.rows[0]).toMatchObject({ stock: 'Shared', stock_id: shared });
    expect(data.rows[0]!.fed_by_others).toBeGreaterThan(0);
  });

  test('narrowed to a stock or an ingredient', async () => {
    const { kyiv, newYork, empty } = world;
    const all = [kyiv.id, newYork.id, empty];
    compare(await report(`inout/?${range}&stock=${shared}`), all, (id) => id === kyiv.ingredients[4]);
    const one = kyiv.ingredients[1]!;
    compare(
      await report(`inout/?${range}&ingredient=${one},${newYork.ingredients[0]}`),
      all,
      (id) => id === one || id === newYork.ingredients[0],
    );
  });

  test('reversals have the kind of the reversed move, on their own day', async () => {
    const taken = ledger.find((move) => {
      const origin = ledger.find(({ id }) => id === move.reverses_id);
      return (
        origin?.kind === 'delivery' &&
        origin.day < move.day &&
        move.day >= FROM &&
        move.day <= TO &&
        owners.get(move.ingredient_id) === world.kyiv.id
      );
    })!;
    const data = await report(
      `inout/?planned_on_after=${taken.day}&planned_on_before=${taken.day}&farm=${world.kyiv.id}&ingredient=${taken.ingredient_id}`,
    );
    const delivered = ledger.filter(
      (move) =>
        move.day === taken.day &&
        move.ingredient_id === taken.ingredient_id &&
        (move.kind === 'delivery' || ledger.some(({ id, kind }) => id === move.reverses_id && kind === 'delivery')),
    );
    expect(data.rows[0]!.received).toBeCloseTo(number(total(delivered.map(({ kg }) => exact(kg))))!, 6);
  });

  test('deliveries, changes, counts and reversals are visible immediately', async () => {
    const { api, client, kyiv, newYork, empty } = world;
    const ingredient = kyiv.ingredients[0]!;
    const compareWithLedger = async () => {
      ledger = await readLedger(api.database.acrossClients(), client.id);
      compare(await report(`inout/?${range}`), [kyiv.id, newYork.id, empty]);
      return ledger.length;
    };
    const path = 'manager/deliveries/';
    const made = await client.owner.post<{ id: number; version: number }>(path, {
      farm: kyiv.id,
      delivery_type: 'delivery',
      ingredient,
      value: 1234.567,
      price: 7.12345,
      delivered_at: '2026-10-20T08:00:00Z',
    });
    expect(made.status).toBe(201);
    const first = await compareWithLedger();
    const { id, version } = made.data;
    expect((await client.owner.put(`${path}${id}/`, { value: 0.001, delivered_at: '2026-10-21T08:00:00Z', version })).status).toBe(200);
    const second = await compareWithLedger();
    expect((await client.owner.delete(`${path}${id}/`)).status).toBe(204);
    const third = await compareWithLedger();
    expect(second).toBeGreaterThan(first);
    expect(third).toBeGreaterThan(second);
  });

  test('a kind that is none of these shows in the check', async () => {
    const { api, client, newYork } = world;
    const stray = { client_id: client.id, farm_id: newYork.id, stock_id: newYork.stock, ingredient_id: newYork.ingredients[0]! };
    const db = api.database.acrossClients();
    await insertMoves(db, { ...stray, at: `${TO}T10:00:00Z`, day: TO, kind: 'reversal', kg: 7, price: 2, value: 14 });
    const { rows, totals } = await report(`inout/?${range}&ingredient=${newYork.ingredients[0]}`);
    expect(rows[0]).toMatchObject({ check: 7, check_value: 14, beyond: true });
    expect(totals).toMatchObject({ check: 7, check_value: 14 });
  });

  test('needs the right to see stock in and out, and its own client’s farm', async () => {
    expect((await world.client.owner.get(`report/inout/?${range}&farm=999999`)).errors.farm?.[0]?.code).toBe(23);
    expect((await world.api.nobody.get(`report/inout/?${range}`)).status).toBe(401);
  });
});
