import { describe, expect } from 'vitest';
import { make, makeFarm, makeIngredient, type TestClient } from '#tests/support/factories.ts';
import { test as base } from '#tests/support/test.ts';

const test = base.override({ now: '2026-11-20T12:00:00Z' });
const MONTH = '2026-10';
/** 23:30 on 31 October in Kyiv, the morning of 1 November in Tokyo. */
const LATE = '2026-10-31T21:30:00Z';

const deliver = (client: TestClient, farm: number, ingredient: number, delivered_at: string) =>
  make(client.owner, 'manager/deliveries/', { farm, delivery_type: 'delivery', ingredient, value: 100, price: 2, delivered_at });
const errors = (answer: { status: number; errors?: Record<string, { code: unknown; values?: string[] }[]> }) => [
  answer.status,
  ...Object.entries(answer.errors ?? {}).map(([field, [first]]) => [field, first?.code, ...(first?.values ?? [])]),
];

describe('an entry keeps its day', () => {
  test('the posting day of a delivery decides, even after a change of the time zone', async ({ client }) => {
    const at = await makeFarm(client.owner);
    const feed = await makeIngredient(client.owner, at);
    const { id } = await deliver(client, at.farm, feed.id, LATE);
    expect((await client.owner.put(`manager/farms/${at.farm}/`, { timezone: 'Asia/Tokyo' })).status).toBe(200);
    await make(client.owner, 'manager/months/', { farm: at.farm, month: MONTH });
    const path = `manager/deliveries/${id}/`;
    const refused = [409, ['delivered_at', 'month_closed', MONTH]];
    expect(errors(await client.owner.put(path, { price: 3 }))).toEqual(refused);
    expect(errors(await client.owner.put(path, { delivered_at: '2026-11-05T10:00:00Z' }))).toEqual(refused);
    expect(errors(await client.owner.delete(path))).toEqual(refused);
  });

  test('a change of its price leaves a delivery on its day', async ({ client }) => {
    const at = await makeFarm(client.owner);
    const feed = await makeIngredient(client.owner, at);
    const { id } = await deliver(client, at.farm, feed.id, LATE);
    await client.owner.put(`manager/farms/${at.farm}/`, { timezone: 'Asia/Tokyo' });
    expect((await client.owner.put(`manager/deliveries/${id}/`, { price: 3 })).status).toBe(200);
    const { data } = await client.owner.get(`manager/stocks/${at.stock}/ledger/?ingredient=${feed.id}`);
    expect(new Set(data.map(({ day }: { day: string }) => day))).toEqual(new Set(['2026-10-31']));
  });

  test('a timezone is refused if it would lead an entry over the end of the closed months', async ({ client }) => {
    const at = await makeFarm(client.owner);
    const feed = await makeIngredient(client.owner, at);
    await deliver(client, at.farm, feed.id, LATE);
    await make(client.owner, 'manager/months/', { farm: at.farm, month: MONTH });
    const path = `manager/farms/${at.farm}/`;
    expect(errors(await client.owner.put(path, { timezone: 'Asia/Tokyo' }))).toEqual([409, ['timezone', 'month_closed', MONTH]]);
    expect((await client.owner.put(path, { timezone: 'Europe/Warsaw' })).status).toBe(200);
  });
});

describe('a store that farms share', () => {
  test('a shared stock is closed once one of its farms has closed the month, and the refusal names that farm', async ({ client }) => {
    const at = await makeFarm(client.owner);
    const sister = (await make(client.owner, 'manager/farms/', { company: at.company, name: 'Sister', timezone: 'Europe/Kyiv' })).id;
    const stock = (await make(client.owner, 'manager/stocks/', { company: at.company, farm: null, name: 'Shared', capacity: 9000 })).id;
    const shared = (await makeIngredient(client.owner, { ...at, farm: sister, stock })).id;
    const ownStock = (await make(client.owner, 'manager/stocks/', { company: at.company, farm: sister, name: 'Own', capacity: 9000 })).id;
    const own = (await makeIngredient(client.owner, { ...at, farm: sister, stock: ownStock })).id;
    const { id } = await deliver(client, sister, shared, '2026-10-10T10:00:00Z');
    const { name } = (await client.owner.get(`manager/farms/${at.farm}/`)).data;
    await make(client.owner, 'manager/months/', { farm: at.farm, month: MONTH });

    const refused = [409, ['detail', 'month_closed', MONTH, name]];
    const sale = { farm: sister, delivery_type: 'sale', ingredient: shared, value: 10, price: 2, delivered_at: '2026-10-12T10:00:00Z' };
    expect(errors(await client.owner.post('manager/deliveries/', sale))).toEqual(refused);
    expect(errors(await client.owner.put(`manager/deliveries/${id}/`, { value: 50 }))).toEqual(refused);
    expect(errors(await client.owner.delete(`manager/deliveries/${id}/`))).toEqual(refused);
    expect((await client.owner.get(`manager/ingredients/${shared}/`)).data.rest).toBe(100);
    // The sister's own books are open, and so is its own store.
    await deliver(client, sister, own, '2026-10-12T10:00:00Z');
    await deliver(client, sister, shared, '2026-11-02T10:00:00Z');
  });
});
