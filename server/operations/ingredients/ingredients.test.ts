import { sql } from 'kysely';
import { expect } from 'vitest';
import {
  deliver,
  make,
  makeAccount,
  makeClient,
  makeFarm,
  makeGroup,
  makeIngredient,
  makeMixer,
  makeRation,
  type TestClient,
  type TestFarm,
} from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

const path = 'manager/ingredients/';

const get = async (client: TestClient, id: number) => (await client.owner.get(`${path}${id}/`)).data;
const post = (client: TestClient, at: TestFarm, values: object) =>
  client.owner.post(path, { farm: at.farm, stock: at.stock, type: at.type, name: `Feed ${Math.random()}`, dry_matter: 40, ...values });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

test('dry matter or humidity, the other follows', async ({ client, at }) => {
  const wet = await post(client, at, { dry_matter: undefined, humidity: 65.35 });
  expect(wet.data).toMatchObject({ dry_matter: 34.65, humidity: 65.35, rest: 0, average_price: 0, days_left: null, run_out_on: null });
  expect((await post(client, at, { dry_matter: 40, humidity: 60 })).status).toBe(201);
  expect((await post(client, at, { dry_matter: 40, humidity: 61 })).errors.humidity?.[0]?.code).toBe(23);
  expect((await post(client, at, { dry_matter: undefined })).errors.dry_matter?.[0]?.code).toBe(2);
  expect((await post(client, at, { dry_matter: 100.01 })).errors.dry_matter?.[0]?.code).toBe(8);
  const changed = await client.owner.put(`${path}${wet.data.id}/`, { humidity: 70 });
  expect(changed.data).toMatchObject({ dry_matter: 30, humidity: 70, version: 2 });
});

test('a new dry matter holds from the day of the farm', async ({ api, client }) => {
  const night = await makeFarm(client.owner, 'Pacific/Kiritimati');
  api.setNow('2026-11-20T11:00:00Z');
  const { id } = await makeIngredient(client.owner, night);
  await client.owner.put(`${path}${id}/`, { dry_matter: 20 });
  api.setNow(null);
  const { rows } = await sql<{ day: string }>`select dry_matter_on as day from ingredient where id = ${id}`.execute(
    api.database.forClient(client.id),
  );
  expect(rows[0]?.day).toBe('2026-11-21');
});

test('a change of price is recorded with the price before', async ({ client, at }) => {
  const { id, version } = await makeIngredient(client.owner, at, { price: 2 });
  await client.owner.put(`${path}${id}/`, { price: 3.12345, version });
  const [update] = (await client.owner.get(`history/ingredients/?id=${id}&type=update`)).data;
  expect([update.before.price, update.after.price]).toEqual([2, 3.12345]);
  expect((await client.owner.put(`${path}${id}/`, { price: 4, version })).errors.version?.[0]?.code).toBe('stale_version');
});

test('a stock holds one ingredient of a type and name', async ({ client, at }) => {
  const name = 'Maize silage';
  expect((await post(client, at, { name })).status).toBe(201);
  expect((await post(client, at, { name: 'maize SILAGE' })).errors.type?.[0]?.code).toBe('ingredient_in_stock');
  const type = (await make(client.owner, 'manager/ingtedienttypes/', { name: 'Another type' })).id;
  expect((await post(client, at, { name, type })).errors.name?.[0]?.code).toBe(5);
  const shared = (await make(client.owner, 'manager/stocks/', { company: at.company, name: 'Shared by feeds' })).id;
  const sister = (await make(client.owner, 'manager/farms/', { company: at.company, name: 'Sister' })).id;
  const both = await Promise.all([at.farm, sister].map((farm) => post(client, at, { farm, stock: shared, name: 'Straw' })));
  expect(both.map((answer) => answer.status).toSorted()).toEqual([201, 400]);
  expect(both.find((answer) => answer.status === 400)?.errors.type?.[0]?.code).toBe('ingredient_in_stock');
});

test('the stock must be in reach of the farm, and what holds feed stays in it', async ({ client, at }) => {
  const other = await makeFarm(client.owner);
  expect((await post(client, at, { stock: other.stock })).errors.stock?.[0]?.code).toBe(23);
  expect((await post(client, at, { farm: other.farm })).errors.stock?.[0]?.code).toBe(23);
  expect((await post(client, at, { type: 999_999 })).errors.type?.[0]?.code).toBe(23);
  const { id } = await makeIngredient(client.owner, at);
  await deliver(client.owner, at, id, 5, 1);
  const second = (await make(client.owner, 'manager/stocks/', { company: at.company, farm: at.farm, name: 'Second' })).id;
  expect((await client.owner.put(`${path}${id}/`, { stock: second })).errors.stock?.[0]?.code).toBe('in_use');
  await make(client.owner, 'manager/deliveries/', { farm: at.farm, delivery_type: 'sale', ingredient: id, value: 5, price: 1 });
  expect((await client.owner.put(`${path}${id}/`, { stock: second })).data.stock).toBe(second);
});

test('an ingredient of a ration can’t be deleted; deleted ones are listed on request', async ({ client, at }) => {
  const feed = await makeIngredient(client.owner, at);
  const ration = await makeRation(client.owner, at, [{ ingredient: feed.id, percent: 100 }]);
  expect((await client.owner.delete(`${path}${feed.id}/`)).errors.detail?.[0]).toMatchObject({ code: 'in_use', values: [ration.name] });
  await client.owner.delete(`manager/rations/${ration.id}/`);
  expect((await client.owner.delete(`${path}${feed.id}/`)).status).toBe(204);
  const names = async (query: string) =>
    (await client.owner.get(`${path}?page_size=1000&${query}`)).data.map((row: { name: string }) => row.name);
  expect(await names('')).not.toContain(feed.name);
  expect(await names('deleted=false')).not.toContain(feed.name);
  expect(await names('deleted=true')).toContain(feed.name);
  expect((await client.owner.get(`${path}list/?deleted=false&type=${at.type}`)).data[0]).toEqual(
    expect.objectContaining({ farm: at.farm, stock: at.stock, type: at.type, rest: 0 }),
  );
});

test('days left follow the use of the last seven days of the farm', async ({ client, at }) => {
  const { id } = await makeIngredient(client.owner, at);
  await deliver(client.owner, at, id, 1000, 1);
  expect((await get(client, id)).days_left).toBeNull();
  const sell = (value: number, days: number) =>
    make(client.owner, 'manager/deliveries/', {
      farm: at.farm,
      delivery_type: 'sale',
      ingredient: id,
      value,
      price: 1,
      delivered_at: daysAgo(days),
    });
  await sell(100, 0);
  await sell(200, 9);
  expect((await get(client, id)).days_left).toBeNull();
  const { id: mistake } = await sell(500, 3);
  await client.owner.delete(`manager/deliveries/${mistake}/`);
  expect((await get(client, id)).days_left).toBeNull();
  await sell(70, 2);
  await sell(70, 5);
  // 560 left, 140 in seven days.
  expect((await get(client, id)).days_left).toBe(28);
  await sell(600, 0);
  expect(await get(client, id)).toMatchObject({ rest: -40, days_left: 0 });
});

test('the day it runs out follows the active plan', async ({ api, client, at }) => {
  const feed = (await makeIngredient(client.owner, at)).id;
  const [mixer, group] = [await makeMixer(client.owner, at), await makeGroup(client.owner, at, 10)];
  const ration = await makeRation(client.owner, at, [{ ingredient: feed, percent: 100 }]);
  await deliver(client.owner, at, feed, 1000, 1);
  expect((await get(client, feed)).run_out_on).toBeNull();
  const db = api.database.forClient(client.id);
  await sql`
    with p as (insert into period (client_id, farm_id, name, start_time, end_time, active) values (${client.id}, ${at.farm}, 'Day', '06:00', '11:00', true) returning id),
    j as (insert into period_job (client_id, period_id, ration_id, mixer_id, position, leftovers, planned_leftovers)
          select ${client.id}, id, ${ration.id}, ${mixer.id}, 0, true, 100 from p returning id)
    insert into period_job_group (client_id, job_id, group_id, weight_per_head, position) select ${client.id}, id, ${group.id}, 40, 0 from j`.execute(
    db,
  );
  // 10 heads × 40 kg less 100 kg of leftovers = 300 a day: three days are covered, the fourth is not.
  api.setNow('2026-11-20T23:00:00Z');
  expect((await get(client, feed)).run_out_on).toBe('2026-11-24');
  await make(client.owner, 'manager/deliveries/', { farm: at.farm, delivery_type: 'sale', ingredient: feed, value: 2000, price: 1 });
  expect((await get(client, feed)).run_out_on).toBe('2026-11-21');
  api.setNow(null);
});

test('daily intakes are means over whole days that end yesterday', async ({ api, client, at }) => {
  const feed = await makeIngredient(client.owner, at);
  const db = api.database.forClient(client.id);
  api.setNow('2026-08-31T22:30:00Z');
  // In Kyiv it is the first of September already.
  for (const [day, kg] of Object.entries({
    '2026-09-01': 999,
    '2026-08-31': 70,
    '2026-08-25': 70,
    '2026-08-24': 140,
    '2026-08-02': 20,
    '2026-08-01': 500,
  })) {
    await sql`insert into feed_day (client_id, ingredient_id, day, farm_id, plan_kg, fact_kg, cost, facts) values (${client.id}, ${feed.id}, ${day}, ${at.farm}, ${kg}, ${kg}, 0, 1)`.execute(
      db,
    );
  }
  const { data } = await client.owner.get(`${path}daily-feed-intakes/?search=${encodeURIComponent(String(feed.name))}`);
  expect((await client.owner.get(`${path}daily-feed-intakes/?id=${feed.id}`)).data).toEqual(data);
  api.setNow(null);
  expect(data).toEqual([{ id: feed.id, name: feed.name, day_1: 70, day_7: 20, day_14: 20, day_30: 10 }]);
});

test('only those with the right, and never another client', async ({ api, client, at }) => {
  const feed = await makeIngredient(client.owner, at);
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [client.id] });
  const inside = `dashboard/clients/${client.id}/${path}`;
  expect((await consultant.caller.get(`${inside}daily-feed-intakes/`)).status).toBe(200);
  expect((await consultant.caller.put(`${inside}${feed.id}/`, { price: 1 })).status).toBe(403);
  expect((await consultant.caller.delete(`${inside}${feed.id}/`)).status).toBe(403);
  const employee = await makeAccount(api, { user_type: 'employee', client_id: client.id });
  expect((await employee.caller.get(`${path}list/`)).status).toBe(403);
  const other = await makeClient(api);
  expect((await other.owner.get(`${path}${feed.id}/`)).status).toBe(404);
  expect((await other.owner.delete(`${path}${feed.id}/`)).status).toBe(404);
});

test('a type in use is not deleted', async ({ client, at }) => {
  const feed = await makeIngredient(client.owner, at);
  const refused = await client.owner.delete(`manager/ingtedienttypes/${at.type}/`);
  expect([refused.status, refused.errors.detail?.[0]?.code]).toEqual([409, 'in_use']);
  expect(refused.errors.detail?.[0]?.values).toContain(feed.name);
  const free = await make(client.owner, 'manager/ingtedienttypes/', { name: 'Unused' });
  expect((await client.owner.post('manager/ingtedienttypes/', { name: 'UNUSED' })).errors.name?.[0]?.code).toBe(5);
  expect((await client.owner.get('manager/ingtedienttypes/list/?search=unus')).data).toEqual([{ id: free.id, name: 'Unused' }]);
  expect((await client.owner.delete(`manager/ingtedienttypes/${free.id}/`)).status).toBe(204);
});
