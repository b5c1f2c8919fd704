import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../tests/support/api.ts';
import { make, makeClient, makeFarm, makeIngredient, type TestClient, type TestFarm } from '../../../tests/support/factories.ts';

let api: TestApi;
let client: TestClient;
let at: TestFarm;

beforeAll(async () => {
  api = await startApi();
  client = await makeClient(api);
  at = await makeFarm(client.owner);
});
afterAll(() => api.close());

/** Grams and hundredths, so that what is sent is exact. */
const kg = fc.integer({ min: 1, max: 5_000_000 }).map((grams) => grams / 1000);
const price = fc.integer({ min: 0, max: 5000 }).map((cents) => cents / 100);
const days = fc.integer({ min: 1, max: 28 }).map((day) => `2026-06-${String(day).padStart(2, '0')}T09:00:00Z`);
const pick = fc.nat(30);

const action = fc.oneof(
  fc.record({ do: fc.constant('deliver' as const), kg, price, at: days }),
  fc.record({ do: fc.constant('sell' as const), kg, price, at: days }),
  fc.record({ do: fc.constant('count' as const), kg, at: days }),
  fc.record({ do: fc.constant('craft' as const), kg, at: days }),
  fc.record({ do: fc.constant('edit' as const), pick, kg, price, at: days }),
  fc.record({ do: fc.constant('remove' as const), pick }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

interface Sums {
  rest: number;
  average_price: number;
  kg: number;
  off: number;
  doubled: number;
  lowest: number | null;
  highest: number | null;
}

/** Does it over HTTP; `deliveries` are those that stand. */
async function act(step: Action, feed: number, recipe: number, deliveries: number[]): Promise<void> {
  const { owner } = client;
  const chosen = 'pick' in step ? deliveries[step.pick % Math.max(deliveries.length, 1)] : undefined;
  const body = (delivery_type: string, move: { kg: number; price: number; at: string }) => ({
    farm: at.farm,
    delivery_type,
    ingredient: feed,
    value: move.kg,
    price: move.price,
    delivered_at: move.at,
  });
  switch (step.do) {
    case 'deliver':
      deliveries.push((await make(owner, 'manager/deliveries/', body('delivery', step))).id);
      return;
    case 'sell':
      deliveries.push((await make(owner, 'manager/deliveries/', body('sale', step))).id);
      return;
    case 'count': {
      const counted = await owner.post(`manager/stocks/${at.stock}/count/`, { ingredient: feed, weight: step.kg, counted_at: step.at });
      expect(counted.status).toBe(201);
      return;
    }
    case 'craft': {
      const made = await owner.post('manager/recipes/craft/', { recipe, weight: step.kg, crafted_at: step.at });
      expect(made.status === 201 || made.errors.weight?.[0]?.code === 'not_enough').toBe(true);
      return;
    }
    case 'edit':
      if (!chosen) return;
      expect((await owner.put(`manager/deliveries/${chosen}/`, { value: step.kg, price: step.price, delivered_at: step.at })).status).toBe(
        200,
      );
      return;
    case 'remove':
      if (!chosen) return;
      expect((await owner.delete(`manager/deliveries/${chosen}/`)).status).toBe(204);
      deliveries.splice(deliveries.indexOf(chosen), 1);
  }
}

/** What the database holds of an ingredient: sums of its ledger, and the bounds of the prices it came in at. */
async function sumsOf(ingredient: number): Promise<Sums> {
  const { rows } = await sql<Sums>`
    with standing as (
      select l.* from ledger l where l.ingredient_id = ${ingredient} and l.kind <> 'reversal'
        and not exists (select from ledger r where r.client_id = l.client_id and r.reverses_id = l.id)
    )
    select i.rest, i.average_price,
           (select coalesce(sum(kg), 0) from ledger where ingredient_id = i.id) as kg,
           -- value is kg × price on each row, and what was taken back weighs nothing in the sum
           (select count(*) from ledger where ingredient_id = i.id and value <> round(kg * price, 5))
             + abs((select coalesce(sum(value), 0) from ledger where ingredient_id = i.id) - (select coalesce(sum(value), 0) from standing)) as off,
           (select count(*) from (select reverses_id from ledger where ingredient_id = i.id and reverses_id is not null group by 1 having count(*) > 1) d) as doubled,
           (select min(price) from standing where kg > 0) as lowest,
           (select max(price) from standing where kg > 0) as highest
    from ingredient i where i.id = ${ingredient}`.execute(api.database.forClient(client.id));
  return rows[0] as Sums;
}

test('whatever is delivered, sold, counted, crafted, changed and deleted, the rest is the sum of the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), async (steps) => {
      const feed = (await makeIngredient(client.owner, at, { price: 2 })).id;
      const salt = (await makeIngredient(client.owner, at, { price: 8 })).id;
      const made = (await makeIngredient(client.owner, at)).id;
      await make(client.owner, 'manager/deliveries/', {
        farm: at.farm,
        delivery_type: 'delivery',
        ingredient: salt,
        value: 9_000_000,
        price: 8,
      });
      const recipe = await make(client.owner, 'manager/recipes/', {
        farm: at.farm,
        name: `Recipe ${made}`,
        ingredient: made,
        items: [
          { ingredient: feed, percent: 66.67 },
          { ingredient: salt, percent: 33.33 },
        ],
      });
      const deliveries: number[] = [];
      for (const step of steps) {
        await act(step, feed, recipe.id, deliveries);
        for (const ingredient of [feed, made]) {
          const sums = await sumsOf(ingredient);
          expect(sums.rest).toBe(sums.kg);
          expect([sums.off, sums.doubled]).toEqual([0, 0]);
          expect(sums.average_price).toBeGreaterThanOrEqual(sums.lowest ?? 0);
          expect(sums.average_price).toBeLessThanOrEqual(sums.highest ?? 0);
        }
      }
    }),
    { numRuns: 25, seed: 20_260_601 },
  );
}, 120_000);

test('the ledger itself refuses to be changed', async () => {
  const db = api.database.forClient(client.id);
  await expect(sql`update ledger set kg = 1`.execute(db)).rejects.toThrow('append-only');
  await expect(sql`delete from ledger`.execute(db)).rejects.toThrow('append-only');
});
