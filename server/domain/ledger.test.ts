import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, vi } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { makeFarm, makeIngredient, type TestClient, type TestFarm } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';
import { type LedgerKind, type Move, post } from './ledger.ts';

let farm: TestFarm;
test.beforeAll(async ({ client }) => {
  farm = await makeFarm(client.owner);
});

const cents = fc.integer({ min: 1, max: 9999 }).map((price) => price / 100);
const grams = fc.integer({ min: 1, max: 900_000 }).map((kg) => kg / 1000);
const step = fc.record({
  feed: fc.nat({ max: 2 }),
  kg: grams,
  price: cents,
  kind: fc.constantFrom<LedgerKind>(
    'delivery',
    'delivery',
    'harvest',
    'sale',
    'load',
    'craft_in',
    'craft_out',
    'transfer_in',
    'transfer_out',
    'count',
  ),
  found: fc.boolean(),
  /** Hours after the first. */
  hour: fc.nat({ max: 90 }),
});
const PRICED: ReadonlySet<LedgerKind> = new Set(['delivery', 'harvest', 'craft_in', 'transfer_in']);
const inward = (kind: LedgerKind, found: boolean) => PRICED.has(kind) || (kind === 'count' && found);

const ledgerOf = async (api: TestApi, client: TestClient, ids: number[]) => {
  const { rows } = await sql<{ of: number }>`
    select array_position(${ids}::bigint[], ingredient_id) as of, kind, kg, price, list_price, value, at, day from ledger
    where ingredient_id = any(${ids}) order by ingredient_id, id`.execute(api.database.forClient(client.id));
  return rows;
};
const held = async (api: TestApi, client: TestClient, ids: number[]) =>
  (await sql`select rest, average_price from ingredient where id = any(${ids}) order by id`.execute(api.database.forClient(client.id)))
    .rows;

test.for(['in the order of time', 'in any order'] as const)(
  'moves that are posted together %s equal moves that are posted one by one, with a statement that posts and one that notifies',
  async (order, { api, client }) => {
    const author = { client: client.id, id: null, name: 'Test', language: 'en', ip: '' };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const feeds = async () => {
          const made = [];
          for (const price of [0, 1, 2]) made.push((await makeIngredient(client.owner, farm, { price })).id as number);
          return made;
        };
        const [together, single] = [await feeds(), await feeds()];
        const moves = (ids: number[]) =>
          steps.map(
            ({ feed, kg, price, kind, found, hour }, index): Move => ({
              ingredient: ids[feed] as number,
              kg: inward(kind, found) ? kg : -kg,
              ...(PRICED.has(kind) ? { price } : {}),
              kind,
              at: new Date(Date.UTC(2026, 4, 1, order === 'in any order' ? hour : index * 7)).toISOString(),
              day: new Date(Date.UTC(2026, 4, 1, order === 'in any order' ? hour : index * 7)).toISOString().slice(0, 10),
              farm: farm.farm,
            }),
          );
        const query = vi.spyOn(pg.Client.prototype, 'query');
        const statements = await api.database
          .forClient(client.id)
          .transaction()
          .execute(async (tx) => {
            await sql`select 1`.execute(tx);
            query.mockClear();
            await post(tx, author, moves(together));
            return query.mock.calls.length;
          })
          .finally(() => query.mockRestore());
        expect(statements).toBe(2);
        for (const move of moves(single)) {
          await api.database
            .forClient(client.id)
            .transaction()
            .execute((tx) => post(tx, author, [move]));
        }
        expect(await ledgerOf(api, client, together)).toEqual(await ledgerOf(api, client, single));
        expect(await held(api, client, together)).toEqual(await held(api, client, single));
      }),
      { numRuns: 20 },
    );
  },
);

const OUT = ['sale', 'load', 'count', 'craft_out', 'transfer_out'] as const;

test.for(OUT)('a late %s leaves at the average of its own day', async (kind, { api, client }) => {
  const author = { client: client.id, id: null, name: 'Test', language: 'en', ip: '' };
  const { id } = await makeIngredient(client.owner, farm, { price: 9 });
  const move = (day: number, values: Pick<Move, 'kg' | 'kind'> & { price?: number }): Move => ({
    ...values,
    ingredient: id,
    farm: farm.farm,
    at: new Date(Date.UTC(2026, 10, day, 10)).toISOString(),
    day: `2026-11-${String(day).padStart(2, '0')}`,
  });
  const postOne = (one: Move) =>
    api.database
      .forClient(client.id)
      .transaction()
      .execute(async (tx) => (await post(tx, author, [one]))[0]);
  await postOne(move(3, { kg: 1000, price: 1, kind: 'delivery' }));
  await postOne(move(10, { kg: 1000, price: 3, kind: 'delivery' }));
  expect(Number((await postOne(move(5, { kg: -100, kind })))?.price)).toBe(1);
  expect(Number((await postOne(move(1, { kg: -100, kind })))?.price)).toBe(9);
  // (800 × 1 + 1 000 × 3) ÷ 1 800: 1 000 at 1 left −100 − 100, then 1 000 at 3.
  expect(await postOne(move(20, { kg: -100, kind }))).toMatchObject({ price: '2.111111111111', shown_price: 2.11111 });
});

test('a load of a day comes after all moves of the day before, even if it ended earlier', async ({ api, client }) => {
  const author = { client: client.id, id: null, name: 'Test', language: 'en', ip: '' };
  const { id } = await makeIngredient(client.owner, farm, { price: 9 });
  const common = { ingredient: id, farm: farm.farm };
  await api.database
    .forClient(client.id)
    .transaction()
    .execute((tx) =>
      post(tx, author, [
        { ...common, kg: 1000, price: 1, kind: 'delivery', at: '2026-10-01T10:00:00Z', day: '2026-10-01' },
        { ...common, kg: 1000, price: 3, kind: 'delivery', at: '2026-10-31T21:30:00Z', day: '2026-10-31' },
        { ...common, kg: -1000, kind: 'load', at: '2026-10-31T20:00:00Z', day: '2026-11-01' },
      ]),
    );
  const { rows } = await sql`
    select l.price, (select a.average from stock_average a where a.ingredient_id = l.ingredient_id and a.day <= '2026-10-31' order by a.day desc limit 1) as evening
    from ledger l where ingredient_id = ${id} and kind = 'load'`.execute(api.database.forClient(client.id));
  expect(rows).toEqual([{ price: 2, evening: 2 }]);
});

test('a delivery reads none of the earlier moves of its feed', async ({ api, client }) => {
  const author = { client: client.id, id: null, name: 'Test', language: 'en', ip: '' };
  const { id } = await makeIngredient(client.owner, farm, { price: 1 });
  const delivery = (minute: number): Move => ({
    ...{ ingredient: id, kg: 10, price: 2, kind: 'delivery', farm: farm.farm },
    at: new Date(Date.UTC(2026, 5, 1, 0, minute)).toISOString(),
    day: '2026-06-01',
  });
  const db = api.database.forClient(client.id);
  await db.transaction().execute((tx) =>
    post(
      tx,
      author,
      Array.from({ length: 300 }, (_, minute) => delivery(minute)),
    ),
  );
  const read = await db.transaction().execute(async (tx) => {
    const soFar = async () => {
      const { rows } = await sql<{ count: number }>`
        select idx_tup_fetch + seq_tup_read as count from pg_stat_xact_user_tables where relname = 'ledger'`.execute(tx);
      return rows[0]?.count ?? 0;
    };
    const before = await soFar();
    await post(tx, author, [delivery(300)]);
    return (await soFar()) - before;
  });
  expect(read).toBeLessThan(10);
  expect(await held(api, client, [id])).toEqual([{ rest: 3010, average_price: 2 }]);
});
