import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { expect } from 'vitest';
import { connectManger, findIngredient, readMonth, writeDelivery } from '../examples/typescript/manger.ts';
import { OPERATIONS, reduceDocument } from '../examples/typescript/reduce.mjs';
import type { TestApi } from './support/api.ts';
import { makeSchedule, type ReadyFarm } from './support/feeding.ts';
import { test as base } from './support/test.ts';

const DAY = '2026-03-10';
const test = base.override({ now: `${DAY}T09:00:00Z` });

let server: ReturnType<typeof serve>;
let address: string;

test.beforeAll(async ({ api }) => {
  address = await new Promise((resolve) => {
    server = serve({ fetch: api.app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) =>
      resolve(`http://127.0.0.1:${port}`),
    );
  });
});
test.afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

async function connect(farm: ReadyFarm, name: string, scopes = ['read_lists', 'read_reports', 'write_deliveries']) {
  const { data } = await farm.client.owner.post('manager/keys/', { farm: farm.farm, name, scopes });
  return connectManger(address, data.secret);
}

const countDeliveries = async (farm: ReadyFarm) => (await farm.client.owner.get(`manager/deliveries/?ingredient=${farm.meal}`)).count;

test('the generated client reads the rows of a month as the report has them', async ({ farm }) => {
  await makeSchedule(farm, DAY);
  const rows = await readMonth(await connect(farm, 'Month'), '2026-03');
  const report = await farm.client.owner.get('report/planfeed/make/?planned_on_after=2026-03-01&planned_on_before=2026-03-31');
  expect(rows).toEqual(report.data.rows);
  expect(rows.map(({ plan }) => plan).toSorted()).toEqual([1000, 4000]);
});

test('the generated client enters a delivery once, however often the call is repeated', async ({ farm }) => {
  const manger = await connect(farm, 'Deliveries');
  const { data: meal } = await farm.client.owner.get(`manager/ingredients/${farm.meal}/`);
  expect(await findIngredient(manger, meal.name)).toBe(farm.meal);
  const before = await countDeliveries(farm);
  const delivery = { farm: farm.farm, delivery_type: 'delivery', ingredient: farm.meal, value: 24_500, price: 0.21 } as const;
  const first = await writeDelivery(manger, delivery, 'waybill-1042');
  const repeated = await writeDelivery(manger, delivery, 'waybill-1042');
  expect([repeated.id, first.value, first.cost]).toEqual([first.id, 24_500, 5145]);
  expect(await countDeliveries(farm)).toBe(before + 1);
});

test('the generated client names the field of a refused delivery, and refuses work beyond its key', async ({ farm }) => {
  const manger = await connect(farm, 'Refusals');
  const delivery = { farm: farm.farm, delivery_type: 'delivery', ingredient: 999_999, value: 1, price: 1 } as const;
  await expect(writeDelivery(manger, delivery, 'waybill-1')).rejects.toThrow(/^400 ingredient: /);
  const reader = await connect(farm, 'Reader', ['read_reports']);
  await expect(writeDelivery(reader, delivery, 'waybill-2')).rejects.toThrow(/^403 /);
  await expect(readMonth(connectManger(address, 'mk_unknown'), '2026-03')).rejects.toThrow(/^401 /);
});

async function readDocument(api: TestApi) {
  return (await (await api.app.fetch(new Request('http://localhost/api/openapi.json'))).json()) as { paths: Record<string, object> };
}

const toHash = (text: string) => createHash('sha256').update(text).digest('hex');

test('the types of the example are generated from the present document, and unchanged since', async ({ api }) => {
  const text = readFileSync(new URL('../examples/typescript/api.gen.ts', import.meta.url), 'utf8');
  const [, document, types, body = ''] = /^[^\n]*\n\/\/ Document: (\w+)\n\/\/ Types: (\w+)\n\n(.*)$/s.exec(text) ?? [];
  expect(types).toBe(toHash(body));
  const reduced = reduceDocument(await readDocument(api));
  expect(OPERATIONS.filter((id) => !JSON.stringify(reduced).includes(`"${id}"`))).toEqual([]);
  // After a change: npm run generate in examples/typescript.
  expect(document).toBe(toHash(JSON.stringify(reduced)));
});

test('llms.txt names only paths of the API', async ({ api }) => {
  const text = readFileSync(new URL('../public/llms.txt', import.meta.url), 'utf8');
  const { paths } = await readDocument(api);
  const named = [...text.matchAll(/`(?:GET|POST) (\/api\/[\w/]+)/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((path) => !(path in paths))).toEqual([]);
});
