import { expect } from 'vitest';
import type { z } from 'zod';
import { addDays } from '#contract/days.ts';
import { COUNT_DUE_DAYS, type CountsDue, type StockSheetRow } from '#contract/operations/stock-counts.ts';
import { make, makeAccount, makeClient, makeFarm, makeIngredient, type TestClient, type TestFarm } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

type Due = z.infer<typeof CountsDue>;
type SheetRow = z.infer<typeof StockSheetRow>;

const TODAY = '2026-06-15';
const daysAgo = (days: number) => `${addDays(TODAY, -days)}T09:00:00Z`;
let client: TestClient;
let farm: TestFarm;
let shared: number;
const feeds: Record<string, number> = {};

test.beforeAll(async ({ api }) => {
  api.setNow(daysAgo(60));
  client = await makeClient(api);
  farm = await makeFarm(client.owner);
  shared = (await make(client.owner, 'manager/stocks/', { company: farm.company, name: 'Shared store' })).id;
  const feed = async (name: string, stock = farm.stock) => {
    feeds[name] = (await makeIngredient(client.owner, { ...farm, stock })).id;
    return feeds[name];
  };
  const deliver = async (ingredient: number, days: number, value = 1000) =>
    make(client.owner, 'manager/deliveries/', {
      farm: farm.farm,
      delivery_type: value > 0 ? 'delivery' : 'sale',
      ingredient,
      value: Math.abs(value),
      price: 2,
      delivered_at: daysAgo(days),
    });
  const count = async (ingredient: number, days: number, weight: number, stock = farm.stock) =>
    make(client.owner, `manager/stocks/${stock}/count/`, { ingredient, weight, counted_at: daysAgo(days) }).catch(() => null);
  api.setNow(`${TODAY}T12:00:00Z`);
  const caller = (await makeAccount(api, { user_type: 'client', client_id: client.id })).caller;
  client = { ...client, owner: caller };
  await deliver(await feed('counted long ago'), 55);
  await count(feeds['counted long ago']!, 50, 990);
  await deliver(await feed('never counted'), 40);
  await deliver(await feed('counted in time'), 55);
  await count(feeds['counted in time']!, COUNT_DUE_DAYS, 900);
  await deliver(await feed('came lately'), COUNT_DUE_DAYS);
  await deliver(await feed('gone long ago'), 58);
  await deliver(feeds['gone long ago']!, 50, -1000);
  await deliver(await feed('counted, in a shared store', shared), 45);
  await count(feeds['counted, in a shared store']!, 44, 1000, shared);
});

const due = async (caller = client.owner) => (await caller.get<Due[]>('manager/stocks/counts-due/')).data;

test('a store is due for its feeds that lie there and were counted too long ago, or never', async () => {
  expect((await due()).map(({ stock, feeds: number, counted_on, days }) => ({ stock, number, counted_on, days }))).toEqual([
    { stock: farm.stock, number: 2, counted_on: null, days: 50 },
    { stock: shared, number: 1, counted_on: addDays(TODAY, -44), days: 44 },
  ]);
});

test('its figures are those of the count sheet that it leads to', async () => {
  for (const { stock, feeds: number, counted_on, days } of await due()) {
    const rows = (await client.owner.get<SheetRow[]>(`manager/stocks/${stock}/count-sheet/`)).data;
    const late = rows.filter((row) => row.expected !== 0 && (row.counted_on === null || row.counted_on < addDays(TODAY, -COUNT_DUE_DAYS)));
    // Feed that arrived within these days and was never counted isn't late yet.
    expect(late.filter(({ ingredient }) => ingredient !== feeds['came lately']).length).toBe(number);
    const counted = late.flatMap((row) => row.counted_on ?? []);
    expect(counted.toSorted()[0]).toBe(addDays(TODAY, -days));
    if (counted_on) expect(counted.toSorted()[0]).toBe(counted_on);
  }
});

test('a count ends the reminder, and other clients’ stores are invisible', async ({ api }) => {
  const counts = ['counted long ago', 'never counted'].map((name) => ({ ingredient: feeds[name], weight: 990 }));
  const sheet = await client.owner.post(`manager/stocks/${farm.stock}/count-sheet/`, { counts });
  expect(sheet.status).toBe(201);
  expect((await due()).map(({ stock }) => stock)).toEqual([shared]);
  const other = await makeClient(api);
  expect(await due(other.owner)).toEqual([]);
});
