import { expect } from 'vitest';
import { make, makeAccount, makeClient, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { test as base } from '#tests/support/test.ts';

const ORDERS = 'manager/orders/';
const DELIVERIES = 'manager/deliveries/';
const COMPANIES = 'manager/deliveries/companies/';
// In Kyiv the 10th has begun, in London it is the 9th still.
const test = base.override({ now: '2026-03-09T22:30:00Z' });
const codes = ({ status, errors }: { status: number; errors?: Record<string, { code: number | string }[]> }) => [
  status,
  Object.fromEntries(Object.entries(errors ?? {}).map(([field, [first]]) => [field, first?.code])),
];

test('a storekeeper who received 12 of 40 t ordered reads 28 t left; a second load that exceeds the order leaves nothing, with a warning', async ({
  client,
  at,
}) => {
  const { owner } = client;
  const meal = await makeIngredient(owner, at);
  const company = (await make(owner, COMPANIES, { name: 'Mill' })).id;
  const body = { company, ingredient: meal.id, kg: 40_000, price: 12.5, from: '2026-03-01', to: '2026-03-10' };
  const order = await make(owner, ORDERS, body);
  const read = async () => (await owner.get(`${ORDERS}${order.id}/`)).data;
  expect(order).toMatchObject({
    ...body,
    company_name: 'Mill',
    farm: at.farm,
    cost: 500_000,
    received: 0,
    left: 40_000,
    over: 0,
    late: false,
  });
  const came = { farm: at.farm, delivery_type: 'delivery', ingredient: meal.id, company, order: order.id, price: 12.5 };
  const first = await make(owner, DELIVERIES, { ...came, value: 12_000 });
  expect(await read()).toMatchObject({ received: 12_000, left: 28_000, over: 0, late: false });
  expect((await owner.get(`manager/ingredients/${meal.id}/`)).data.rest).toBe(12_000);
  const second = await make(owner, DELIVERIES, { ...came, value: 30_000.5 });
  expect(await read()).toMatchObject({ received: 42_000.5, left: 0, over: 2000.5 });
  expect((await owner.get(`${DELIVERIES}?order=${order.id}`)).count).toBe(2);
  // The order counts the current weight of existing deliveries.
  await owner.put(`${DELIVERIES}${second.id}/`, { value: 8000 });
  expect(await read()).toMatchObject({ received: 20_000, left: 20_000, over: 0 });
  await owner.delete(`${DELIVERIES}${first.id}/`);
  expect(await read()).toMatchObject({ received: 8000, left: 32_000 });
  expect((await owner.post(`${DELIVERIES}${first.id}/restore/`, {})).status).toBe(200);
  await owner.put(`${DELIVERIES}${second.id}/`, { order: null });
  expect(await read()).toMatchObject({ received: 12_000, left: 28_000 });
  const history = await owner.get(`history/orders/?id=${order.id}`);
  expect(history.data[0]).toMatchObject({ type: 'create', after: { kg: 40_000, price: 12.5 } });
});

test('an order is late past its last day by the clock of the feed’s farm, while something is left; each is in one state', async ({
  client,
  at,
}) => {
  const { owner } = client;
  const company = (await make(owner, COMPANIES, { name: 'Clockmaker' })).id;
  const west = await makeFarm(owner, 'Europe/London');
  const makeOrder = async (place: typeof at, to: string, received = 0) => {
    const { id: ingredient } = await makeIngredient(owner, place);
    const { id } = await make(owner, ORDERS, { company, ingredient, kg: 100, price: 1, from: '2026-03-01', to });
    if (received > 0)
      await make(owner, DELIVERIES, {
        farm: place.farm,
        delivery_type: 'delivery',
        ingredient,
        company,
        order: id,
        value: received,
        price: 1,
      });
    return id;
  };
  const yesterday = await makeOrder(at, '2026-03-09', 99.999);
  const there = await makeOrder(west, '2026-03-09');
  const today = await makeOrder(at, '2026-03-10');
  const filled = await makeOrder(at, '2026-03-02', 100);
  const listed = async (query: string) =>
    (await owner.get(`${ORDERS}?company=${company}&ordering=to&${query}`)).data
      .map(({ id }: { id: number }) => id)
      .sort((a: number, b: number) => a - b);
  expect(await listed('state=late')).toEqual([yesterday]);
  expect(await listed('state=expected')).toEqual([there, today]);
  expect(await listed('state=received')).toEqual([filled]);
  expect(await listed('state=late,received')).toEqual([yesterday, filled]);
  expect(await listed(`farm=${west.farm}`)).toEqual([there]);
  expect(await listed('day_after=2026-03-10')).toEqual([today]);
  expect(await listed('day_before=2026-02-28')).toEqual([]);
  expect((await owner.get(`${ORDERS}${yesterday}/`)).data).toMatchObject({ late: true, left: 0.001 });
});

test('an invalid order is refused at its field, and nothing is written', async ({ api, client, at }) => {
  const { owner } = client;
  const { id: ingredient } = await makeIngredient(owner, at);
  const company = (await make(owner, COMPANIES, { name: 'Exact' })).id;
  const body = { company, ingredient, kg: 100, price: 2, from: '2026-03-01', to: '2026-03-31' };
  const refused = async (values: object) => codes(await owner.post(ORDERS, { ...body, ...values }));
  const stranger = await makeClient(api);
  const theirs = await makeFarm(stranger.owner);
  const theirCompany = (await make(stranger.owner, COMPANIES, { name: 'Theirs' })).id;
  const theirFeed = (await makeIngredient(stranger.owner, theirs)).id;
  const before = (await owner.get(ORDERS)).count;
  expect(await refused({ price: undefined })).toEqual([400, { price: 2 }]);
  expect(await refused({ price: null })).toEqual([400, { price: 4 }]);
  expect(await refused({ price: -1 })).toEqual([400, { price: 9 }]);
  expect(await refused({ kg: 0 })).toEqual([400, { kg: 'min_val' }]);
  expect(await refused({ kg: -5 })).toEqual([400, { kg: 9 }]);
  expect(await refused({ to: '2026-02-28' })).toEqual([400, { to: 23 }]);
  expect(await refused({ from: '2026-02-30' })).toEqual([400, { from: 1 }]);
  expect(await refused({ company: null })).toEqual([400, { company: 4 }]);
  expect(await refused({ company: theirCompany })).toEqual([400, { company: 23 }]);
  expect(await refused({ ingredient: theirFeed })).toEqual([400, { ingredient: 23 }]);
  expect(codes(await owner.post(ORDERS, {}))).toEqual([400, { company: 2, ingredient: 2, kg: 2, price: 2, from: 2, to: 2 }]);
  expect((await owner.get(ORDERS)).count).toBe(before);
  const order = await make(owner, ORDERS, body);
  const changed = async (values: object) => codes(await owner.put(`${ORDERS}${order.id}/`, values));
  expect(await changed({ from: '2026-04-01' })).toEqual([400, { to: 23 }]);
  expect(await changed({ kg: 7, version: order.version + 1 })).toEqual([409, { version: 'stale_version' }]);
  expect((await stranger.owner.get(`${ORDERS}${order.id}/`)).status).toBe(404);
  expect((await stranger.owner.put(`${ORDERS}${order.id}/`, { kg: 1 })).status).toBe(404);
  expect((await owner.delete(`${ORDERS}${order.id}/`)).status).toBe(204);
  expect((await owner.post(`${ORDERS}${order.id}/restore/`, {})).data).toMatchObject({ kg: 100, left: 100 });
});

test('a delivery names only an order of its own company and feed, a sale none; an order keeps both, and stays, while it has deliveries', async ({
  api,
  client,
  at,
}) => {
  const { owner } = client;
  const [meal, hay] = [(await makeIngredient(owner, at)).id, (await makeIngredient(owner, at)).id];
  const [mill, mill2] = [(await make(owner, COMPANIES, { name: 'North' })).id, (await make(owner, COMPANIES, { name: 'South' })).id];
  const days = { from: '2026-03-01', to: '2026-03-31' };
  const order = (await make(owner, ORDERS, { company: mill, ingredient: meal, kg: 100, price: 2, ...days })).id;
  const body = { farm: at.farm, delivery_type: 'delivery', ingredient: meal, company: mill, order, value: 10, price: 2 };
  const refused = async (values: object) => codes(await owner.post(DELIVERIES, { ...body, ...values }));
  const stranger = await makeClient(api);
  const theirs = await makeFarm(stranger.owner);
  const theirOrder = await make(stranger.owner, ORDERS, {
    company: (await make(stranger.owner, COMPANIES, { name: 'North' })).id,
    ingredient: (await makeIngredient(stranger.owner, theirs)).id,
    kg: 1,
    price: 1,
    ...days,
  });
  expect(await refused({ company: mill2 })).toEqual([400, { order: 23 }]);
  expect(await refused({ company: null })).toEqual([400, { order: 23 }]);
  expect(await refused({ ingredient: hay })).toEqual([400, { order: 23 }]);
  expect(await refused({ delivery_type: 'sale' })).toEqual([400, { order: 23 }]);
  expect(await refused({ order: theirOrder.id })).toEqual([400, { order: 23 }]);
  expect(await refused({ order: order + 90_000 })).toEqual([400, { order: 23 }]);
  const { id } = await make(owner, DELIVERIES, body);
  expect(codes(await owner.put(`${DELIVERIES}${id}/`, { company: mill2 }))).toEqual([400, { order: 23 }]);
  expect(codes(await owner.put(`${DELIVERIES}${id}/`, { ingredient: hay }))).toEqual([400, { order: 23 }]);
  expect((await owner.get(`manager/ingredients/${meal}/`)).data.rest).toBe(10);
  expect(codes(await owner.put(`${ORDERS}${order}/`, { company: mill2 }))).toEqual([400, { company: 23 }]);
  expect(codes(await owner.put(`${ORDERS}${order}/`, { ingredient: hay }))).toEqual([400, { ingredient: 23 }]);
  expect((await owner.put(`${ORDERS}${order}/`, { company: mill, kg: 5, price: 3 })).data).toMatchObject({ kg: 5, left: 0, over: 5 });
  const kept = await owner.delete(`${ORDERS}${order}/`);
  expect(codes(kept)).toEqual([409, { detail: 'in_use' }]);
  expect(kept.errors.detail?.[0]).toMatchObject({ uses: [{ resource: 'deliveries', id }] });
  // A delivery that went can't come back for an order that is gone.
  await owner.delete(`${DELIVERIES}${id}/`);
  expect((await owner.delete(`${ORDERS}${order}/`)).status).toBe(204);
  expect(codes(await owner.post(`${DELIVERIES}${id}/restore/`, {}))).toEqual([400, { order: 23 }]);
});

test('a line of a paper may name an order, by which the paper then keeps its company', async ({ client, at }) => {
  const { owner } = client;
  const { id: ingredient } = await makeIngredient(owner, at);
  const [mill, other] = [(await make(owner, COMPANIES, { name: 'Paper' })).id, (await make(owner, COMPANIES, { name: 'Scissors' })).id];
  const order = (await make(owner, ORDERS, { company: mill, ingredient, kg: 100, price: 2, from: '2026-03-01', to: '2026-03-31' })).id;
  const paper = await make(owner, `${DELIVERIES}documents/`, {
    farm: at.farm,
    number: 'A-1',
    company: mill,
    lines: [{ ingredient, value: 60, price_given: 2 }],
  });
  const line = (paper.lines as { id: number }[])[0]!.id;
  expect((await owner.put(`${DELIVERIES}${line}/`, { order })).status).toBe(200);
  expect((await owner.put(`${DELIVERIES}documents/${paper.id}/`, { number: 'A-2' })).status).toBe(200);
  expect((await owner.get(`${ORDERS}${order}/`)).data).toMatchObject({ received: 60, left: 40 });
  expect(codes(await owner.put(`${DELIVERIES}documents/${paper.id}/`, { company: other }))).toEqual([400, { 'lines.0.order': 23 }]);
});

test('a supplier who is replaced is replaced in orders and what came of them; a feed only where nothing came', async ({ client, at }) => {
  const { owner } = client;
  const [meal, hay] = [(await makeIngredient(owner, at)).id, (await makeIngredient(owner, at)).id];
  const [old, young] = [(await make(owner, COMPANIES, { name: 'Old' })).id, (await make(owner, COMPANIES, { name: 'Young' })).id];
  const days = { from: '2026-03-01', to: '2026-03-31' };
  const order = await make(owner, ORDERS, { company: old, ingredient: meal, kg: 100, price: 2, ...days });
  const open = await make(owner, ORDERS, { company: old, ingredient: hay, kg: 50, price: 2, ...days });
  const came = { farm: at.farm, delivery_type: 'delivery', ingredient: meal, company: old, order: order.id, value: 10, price: 2 };
  const past = await make(owner, DELIVERIES, { ...came, delivered_at: '2026-02-02T08:00:00Z' });
  const now = await make(owner, DELIVERIES, came);
  await owner.post('manager/months/', { farm: at.farm, month: '2026-02' });
  expect(codes(await owner.delete(`${COMPANIES}${old}/`))).toEqual([409, { detail: 'in_use' }]);
  const { data } = await owner.post(`${COMPANIES}${old}/replace/`, { by: young });
  expect(data).toMatchObject({
    deleted: true,
    changes: [
      { resource: 'orders', count: 2 },
      { resource: 'deliveries', count: 1 },
    ],
  });
  expect((await owner.get(`${ORDERS}${order.id}/`)).data).toMatchObject({ company: young, received: 20 });
  expect((await owner.get(`${DELIVERIES}${past.id}/`)).data).toMatchObject({ company: old, order: order.id });
  expect((await owner.get(`${DELIVERIES}${now.id}/`)).data).toMatchObject({ company: young, order: order.id });
  const straw = (await makeIngredient(owner, at)).id;
  expect(codes(await owner.delete(`manager/ingredients/${hay}/`))).toEqual([409, { detail: 'in_use' }]);
  expect((await owner.post(`manager/ingredients/${hay}/replace/`, { by: straw })).data).toMatchObject({ deleted: true });
  expect((await owner.get(`${ORDERS}${open.id}/`)).data.ingredient).toBe(straw);
});

test('an import of orders uses names; a row with an existing supplier, feed and first day updates it', async ({ client, at }) => {
  const { owner } = client;
  const { name, id: ingredient } = await makeIngredient(owner, at);
  await make(owner, COMPANIES, { name: 'File mill' });
  const row = { farm: at.farm, company_name: 'file mill', ingredient_name: name, kg: 100, price: 2, from: '2026-03-01', to: '2026-03-31' };
  const first = await owner.post(`${ORDERS}import/`, { rows: [row, { ...row, from: '2026-04-01', to: '2026-04-30', price: 2.25 }] });
  expect([first.status, first.data]).toMatchObject([200, { created: 2 }]);
  expect((await owner.post(`${ORDERS}import/`, { rows: [{ ...row, kg: 120 }] })).data).toMatchObject({ updated: 1 });
  const wrong = await owner.post(`${ORDERS}import/`, {
    rows: [
      { ...row, company_name: 'nobody' },
      { ...row, from: '2026-05-02', to: '2026-05-01' },
    ],
  });
  expect(wrong.status).toBe(400);
  expect(Object.keys(wrong.errors).sort()).toEqual(['rows.0.company_name', 'rows.1.to']);
  const { data } = await owner.get(`${ORDERS}?ingredient=${ingredient}&ordering=from`);
  expect(data.map(({ kg, price }: Record<string, number>) => [kg, price])).toEqual([
    [120, 2],
    [100, 2.25],
  ]);
});

test('a person bound to a farm sees the orders of feeds that the farm may use', async ({ api, client, at }) => {
  const { owner } = client;
  const elsewhere = await makeFarm(owner);
  const company = (await make(owner, COMPANIES, { name: 'Bound' })).id;
  const makeSimpleOrder = async (place: typeof at) =>
    make(owner, ORDERS, {
      company,
      ingredient: (await makeIngredient(owner, place)).id,
      kg: 1,
      price: 1,
      from: '2026-03-01',
      to: '2026-03-02',
    });
  const [own, other] = [await makeSimpleOrder(at), await makeSimpleOrder(elsewhere)];
  const { id: group } = await make(owner, 'perm/groups/', {
    name: 'Stores',
    farms: [at.farm],
    permissions: [{ module: 'manger', name: 'delivery', view: true, add: true, change: true, delete: true }],
  });
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: group });
  expect((await caller.get(`${ORDERS}?company=${company}`)).data).toMatchObject([{ id: own.id }]);
  expect((await caller.get(`${ORDERS}${other.id}/`)).status).toBe(404);
  expect((await caller.put(`${ORDERS}${own.id}/`, { kg: 3 })).data).toMatchObject({ kg: 3 });
});
