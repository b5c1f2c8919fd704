import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { deliver, make, makeAccount, makeFarm, makeIngredient, type TestClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

const path = 'manager/stocks/';

/** An employee who may do everything with stocks and ingredients, on `farms` only. */
async function makeKeeper(api: TestApi, client: TestClient, farms: number[]) {
  const permissions = ['stock', 'ingredient'].map((name) => ({
    module: 'manger',
    label: '',
    name,
    view: true,
    add: true,
    change: true,
    delete: true,
  }));
  const { id } = await api.database
    .forClient(client.id)
    .insertInto('access_group')
    .values({ client_id: client.id, name: `Keepers ${Math.random()}`, farms, permissions: JSON.stringify(permissions) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return (await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: id })).caller;
}

test('rest and fill are the sums of the stock’s feeds', async ({ client, at }) => {
  const stock = await make(client.owner, path, { company: at.company, farm: at.farm, name: 'Silo', capacity: 800, type: 'warehouse' });
  expect(stock).toMatchObject({ type: 'warehouse', rest: 0, fill_percent: 0, farm: at.farm });
  for (const kg of [150, 50]) {
    const { id } = await makeIngredient(client.owner, { ...at, stock: stock.id });
    await deliver(client.owner, at, id, kg, 1);
  }
  expect((await client.owner.get(`${path}${stock.id}/`)).data).toMatchObject({ rest: 200, fill_percent: 25 });
  expect((await client.owner.get(`${path}?type=warehouse&ordering=-rest`)).data[0].id).toBe(stock.id);
  const open = await make(client.owner, path, { company: at.company, name: 'Heap' });
  expect(open).toMatchObject({ farm: null, farm_name: null, type: 'feedbank', capacity: 0, fill_percent: null });
});

test('the farm must be of the company, and names are unique within it', async ({ client, at }) => {
  const other = await makeFarm(client.owner);
  const post = (values: object) => client.owner.post(path, { company: at.company, farm: at.farm, name: 'Bunker', ...values });
  expect((await post({})).status).toBe(201);
  expect((await post({ name: 'bunker' })).errors.name?.[0]?.code).toBe(5);
  expect((await post({ name: 'B2', farm: other.farm })).errors.farm?.[0]?.code).toBe(23);
  expect((await post({ name: 'B3', company: 999_999 })).errors.company?.[0]?.code).toBe(23);
  expect((await post({ name: 'B4', type: 'cellar' })).errors.type?.[0]?.code).toBe(23);
  expect((await post({ name: 'B5', capacity: -1 })).errors.capacity?.[0]?.code).toBe(9);
  expect((await post({ name: ' ' })).errors.name?.[0]?.code).toBe(3);
  expect((await post({ name: undefined })).errors.name?.[0]?.code).toBe(2);
});

test('a stock that holds feed is not deleted and stays in reach of its farms', async ({ client, at }) => {
  const stock = await make(client.owner, path, { company: at.company, name: 'Held' });
  const feed = await makeIngredient(client.owner, { ...at, stock: stock.id }, { name: 'Held silage' });
  const refused = await client.owner.delete(`${path}${stock.id}/`);
  expect([refused.status, refused.errors.detail?.[0]?.code, refused.errors.detail?.[0]?.values]).toEqual([409, 'in_use', ['Held silage']]);
  const sister = (await make(client.owner, 'manager/farms/', { company: at.company, name: 'Sister of stocks' })).id;
  expect((await client.owner.put(`${path}${stock.id}/`, { farm: sister })).errors.farm?.[0]?.code).toBe('in_use');
  expect((await client.owner.put(`${path}${stock.id}/`, { farm: at.farm })).data.farm).toBe(at.farm);
  await client.owner.delete(`manager/ingredients/${feed.id}/`);
  expect((await client.owner.delete(`${path}${stock.id}/`)).status).toBe(204);
});

test('an employee bound to farms sees their stocks and those that their company shares', async ({ api, client, at }) => {
  const mine = await makeFarm(client.owner);
  const shared = (await make(client.owner, path, { company: mine.company, name: 'Shared' })).id;
  const elsewhere = (await make(client.owner, path, { company: at.company, name: 'Shared elsewhere' })).id;
  const sister = (await make(client.owner, 'manager/farms/', { company: mine.company, name: 'Sister farm' })).id;
  const feed = await makeIngredient(client.owner, { ...mine, farm: sister, stock: shared });
  const keeper = await makeKeeper(api, client, [mine.farm]);
  expect((await keeper.get('manager/ingredients/')).data.map((row: { id: number }) => row.id)).toEqual([feed.id]);
  const seen = (await keeper.get(path)).data.map((row: { id: number }) => row.id).toSorted();
  expect(seen).toEqual([mine.stock, shared].toSorted());
  expect((await keeper.get(`${path}${elsewhere}/`)).status).toBe(404);
  expect((await keeper.put(`${path}${at.stock}/`, { name: 'x' })).status).toBe(404);
  expect((await keeper.post(path, { company: at.company, name: 'Theirs' })).errors.company?.[0]?.code).toBe(23);
  expect((await keeper.post(path, { company: mine.company, farm: at.farm, name: 'Theirs' })).errors.farm?.[0]?.code).toBe(23);
  expect(
    (await keeper.post('manager/ingredients/', { farm: mine.farm, stock: at.stock, type: mine.type, name: 'x', dry_matter: 1 })).errors
      .stock?.[0]?.code,
  ).toBe(23);
});

test('acting on one farm, a shared stock stays shared', async ({ client, at }) => {
  const stock = await make(client.owner, path, { company: at.company, name: 'Still shared' });
  const inside = `dashboard/clients/${client.id}/farms/${at.farm}/${path}`;
  expect((await client.owner.put(`${inside}${stock.id}/`, { name: 'Still shared by all' })).data).toMatchObject({ farm: null, version: 2 });
  expect((await client.owner.put(`${inside}${stock.id}/`, { name: 'Late', version: 1 })).status).toBe(409);
  const [update] = (await client.owner.get(`history/stocks/?id=${stock.id}`)).data;
  expect(update).toMatchObject({ type: 'update', before: { name: 'Still shared' }, after: { name: 'Still shared by all' } });
});

test('a count posts the difference and returns the shrinkage', async ({ client, at }) => {
  const { id } = await makeIngredient(client.owner, at, { price: 4 });
  const count = (weight: number, values: object = {}) =>
    client.owner.post(`${path}${at.stock}/count/`, { ingredient: id, weight, ...values });
  expect((await count(100)).data).toMatchObject({ expected: 0, difference: 100, shrink: null });
  const ingredient = async () => (await client.owner.get(`manager/ingredients/${id}/`)).data;
  expect(await ingredient()).toMatchObject({ rest: 100, average_price: 4 });
  await deliver(client.owner, at, id, 300, 8);
  await make(client.owner, 'manager/deliveries/', { farm: at.farm, delivery_type: 'sale', ingredient: id, value: 200, price: 9 });
  // 100 found and 300 received could be lost; 20 were.
  expect((await count(180, { note: 'wet corner' })).data).toMatchObject({ expected: 200, difference: -20, shrink: -5 });
  expect(await ingredient()).toMatchObject({ rest: 180, average_price: 7 });
  const rows = (await client.owner.get(`${path}${at.stock}/ledger/?ingredient=${id}`)).data;
  expect(rows[0]).toMatchObject({
    kind: 'count',
    kg: -20,
    price: 7,
    value: -140,
    balance: 180,
    note: 'wet corner',
    user_name: 'Test client',
  });
  expect((await client.owner.get(`history/ingredients/?id=${id}`)).data[0]).toMatchObject({
    before: { rest: 200 },
    after: { rest: 180, counted: 180 },
  });
});

test('a count of a past moment is compared with the stock of that moment', async ({ client, at }) => {
  const { id } = await makeIngredient(client.owner, at);
  const move = (value: number, delivered_at: string) =>
    make(client.owner, 'manager/deliveries/', { farm: at.farm, delivery_type: 'delivery', ingredient: id, value, price: 1, delivered_at });
  await move(100, '2026-04-01T06:00:00Z');
  await move(50, '2026-04-03T06:00:00Z');
  const counted = await client.owner.post(`${path}${at.stock}/count/`, { ingredient: id, weight: 90, counted_at: '2026-04-02T06:00:00Z' });
  expect(counted.data).toMatchObject({ expected: 100, difference: -10, shrink: -10, counted_at: '2026-04-02T06:00:00Z' });
  const rows = (await client.owner.get(`${path}${at.stock}/ledger/?ingredient=${id}`)).data;
  expect(rows.map((row: { balance: number }) => row.balance)).toEqual([140, 90, 100]);
});

test('a closed month takes neither counts nor crafts', async ({ api, client, at }) => {
  const [part, made] = [await makeIngredient(client.owner, at), await makeIngredient(client.owner, at)];
  await deliver(client.owner, at, part.id, 10, 1);
  const items = [{ ingredient: part.id, percent: 100 }];
  const recipe = (await make(client.owner, 'manager/recipes/', { farm: at.farm, name: 'Closed', ingredient: made.id, items })).id;
  await sql`insert into month_close (client_id, farm_id, month) values (${client.id}, ${at.farm}, '2026-01-01')`.execute(
    api.database.forClient(client.id),
  );
  const answers = [
    await client.owner.post(`${path}${at.stock}/count/`, { ingredient: part.id, weight: 1, counted_at: '2026-01-15T00:00:00Z' }),
    await client.owner.post('manager/recipes/craft/', { recipe, weight: 1, crafted_at: '2026-01-15T00:00:00Z' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([409, 409]);
  const closed = [{ code: 'month_closed', values: ['2026-01'] }];
  expect(answers.map(({ errors }) => errors)).toMatchObject([{ counted_at: closed }, { crafted_at: closed }]);
  expect((await client.owner.get(`manager/ingredients/${part.id}/`)).data.rest).toBe(10);
});

test('a count is refused for what does not lie there, and to those who may only look', async ({ api, client, at }) => {
  const { id } = await makeIngredient(client.owner, at);
  const other = await makeFarm(client.owner);
  const count = (stock: number, values: object = {}) =>
    client.owner.post(`${path}${stock}/count/`, { ingredient: id, weight: 1, ...values });
  expect((await count(other.stock)).errors.ingredient?.[0]?.code).toBe(23);
  expect((await count(at.stock, { weight: -1 })).errors.weight?.[0]?.code).toBe(9);
  expect((await count(at.stock, { counted_at: '2099-01-01T00:00:00Z' })).errors.counted_at?.[0]?.code).toBe(8);
  expect((await count(999_999)).status).toBe(404);
  // Staff may see stocks, not change them.
  const staff = await makeAccount(api, { user_type: 'staff', clients: [client.id] });
  const inside = `dashboard/clients/${client.id}/${path}${at.stock}/`;
  expect((await staff.caller.get(`${inside}ledger/`)).status).toBe(200);
  expect((await staff.caller.post(`${inside}count/`, { ingredient: id, weight: 1 })).status).toBe(403);
  expect((await staff.caller.put(inside, { name: 'x' })).status).toBe(403);
});

test('the ledger comes in pages, each with its right balance', async ({ client, at }) => {
  const { id } = await makeIngredient(client.owner, at);
  for (const [index, kg] of [5, 7, 11, 13].entries()) {
    await make(client.owner, 'manager/deliveries/', {
      farm: at.farm,
      delivery_type: 'delivery',
      ingredient: id,
      value: kg,
      price: 1,
      delivered_at: `2026-04-0${index + 1}T06:00:00Z`,
    });
  }
  const page = async (query: string) => client.owner.get(`${path}${at.stock}/ledger/?ingredient=${id}&${query}`);
  const second = await page('page=2&page_size=2');
  expect(second.count).toBe(4);
  expect(second.data.map((row: { kg: number; balance: number }) => [row.kg, row.balance])).toEqual([
    [7, 12],
    [5, 5],
  ]);
  expect((await page('day_after=2026-04-03&day_before=2026-04-03')).data.map((row: { balance: number }) => row.balance)).toEqual([23]);
  expect((await page('kind=sale')).count).toBe(0);
});

test('the preview returns the value to compare a count with, and posts nothing', async ({ client, at }) => {
  const id = (await makeIngredient(client.owner, at)).id;
  await make(client.owner, 'manager/deliveries/', {
    farm: at.farm,
    delivery_type: 'delivery',
    ingredient: id,
    value: 100,
    price: 2,
    delivered_at: '2026-03-01T08:00:00Z',
  });
  const ask = (query: string) => client.owner.get(`${path}${at.stock}/count/?ingredient=${id}${query}`);
  expect((await ask('')).data).toEqual({ ingredient: id, expected: 100, held: 100 });
  expect((await ask('&counted_at=2026-02-01T00:00:00Z')).data).toEqual({ ingredient: id, expected: 0, held: 0 });
  await client.owner.post(`${path}${at.stock}/count/`, { ingredient: id, weight: 90, counted_at: '2026-03-02T08:00:00Z' });
  expect((await ask('')).data).toEqual({ ingredient: id, expected: 90, held: 90 });
  const elsewhere = await make(client.owner, path, { company: at.company, name: 'Elsewhere' });
  expect((await client.owner.get(`${path}${elsewhere.id}/count/?ingredient=${id}`)).errors.ingredient?.[0]?.code).toBe(23);
});
