import { sql } from 'kysely';
import { expect } from 'vitest';
import { make, makeGroup, makeIngredient, makeMixer, makeRation } from '#tests/support/factories.ts';
import { test as base } from '#tests/support/test.ts';

const test = base.override({ now: '2026-06-30T09:00:00Z' });
const AT = '2026-06-20T09:00:00Z';
/** More digits than a number of JavaScript has. */
const AVERAGE = '10000000.666666666667';

test('each way out of stock keeps all decimals of a high price, also after a correction', async ({ api, client, at }) => {
  const { owner } = client;
  const feed = (await makeIngredient(owner, at)).id;
  const deliver = (value: number, price: number, delivery_type = 'delivery') =>
    make(owner, 'manager/deliveries/', { farm: at.farm, ingredient: feed, delivery_type, value, price, delivered_at: AT });
  await deliver(100, 10_000_000);
  await deliver(200, 10_000_001);

  const sale = await deliver(1, 5, 'sale');
  expect((await owner.put(`manager/deliveries/${sale.id}/`, { value: 2 })).status).toBe(200);

  const store = (await make(owner, 'manager/stocks/', { company: at.company, farm: at.farm, name: 'Day store' })).id;
  await make(owner, 'manager/stocks/transfer/', { ingredient: feed, to: store, kg: 3, at: AT });

  const made = (await makeIngredient(owner, at)).id;
  const items = [{ ingredient: feed, percent: 100 }];
  const recipe = (await make(owner, 'manager/recipes/', { farm: at.farm, name: 'Pure', ingredient: made, items })).id;
  expect((await owner.post('manager/recipes/craft/', { recipe, weight: 4, crafted_at: AT })).status).toBe(201);
  const batch = (await make(owner, 'animalfeed/schedules/', { farm: at.farm, recipe, planned_on: '2026-06-20', weight_plan: 5 })).id;
  const buildLoad = (weight_fact: number) => ({ started_at: AT, finished_at: AT, items: [{ ingredient: feed, weight_fact }] });
  expect((await owner.post(`animalfeed/schedules/${batch}/load/`, buildLoad(5))).status).toBe(200);

  const [group, mixer, ration] = [await makeGroup(owner, at), await makeMixer(owner, at), await makeRation(owner, at, items)];
  const plan = {
    farm: at.farm,
    planned_on: '2026-06-20',
    ration: ration.id,
    mixer: mixer.id,
    groups: [{ group: group.id, weight_per_head: 1 }],
  };
  const schedule = `schedule/schedules/${(await make(owner, 'schedule/schedules/', plan)).id}/`;
  for (const status of ['in_process', 'loaded'])
    expect((await owner.put(`${schedule}load/`, { ...buildLoad(6), status })).status).toBe(200);
  const corrected = await owner.put(`${schedule}weighings/`, { items: [{ ingredient: feed, weight_fact: 7 }], reason: 'Read wrong' });
  expect(corrected.status).toBe(200);
  expect(corrected.data.items).toMatchObject([{ price: 10_000_000.66667 }]);

  const db = api.database.forClient(client.id);
  const { rows: moves } = await sql<{ kind: string; price: string; exact: boolean }>`
    select kind, price::text, value = kg * price as exact from ledger l
    where kind not in ('delivery', 'reversal') and not exists (select from ledger r where r.reverses_id = l.id) order by id`.execute(db);
  const kinds = ['sale', 'transfer_out', 'transfer_in', 'craft_out', 'craft_in', 'craft_out', 'craft_in', 'load'];
  expect(moves).toEqual(kinds.map((kind) => ({ kind, price: AVERAGE, exact: true })));
  const { rows: kept } = await sql<{ price: string }>`
    select price::text from schedule_ingredient union all select x ->> 'price' from batch, jsonb_array_elements(items) x`.execute(db);
  expect(kept).toEqual([{ price: AVERAGE }, { price: AVERAGE }]);
});
