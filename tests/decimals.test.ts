import { expect } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { allReports } from '#contract/reports/index.ts';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import type { Caller } from './support/api.ts';
import { make } from './support/factories.ts';
import { test as base } from './support/test.ts';

const test = base.override('template', 'tiny');

/** Money and prices of an answer, by the names of their fields. */
const MONEY = /price|cost|value|money|worth/;

interface Found {
  /** Path, field and value of each figure with too many decimals. */
  beyond: string[];
  /** The checked fields, with their paths. */
  fields: Set<string>;
}

const hasDecimals = (number: number, decimals: number) => Number(number.toFixed(decimals)) === number;

/** Collects the numbers of an answer that match `isMeant` and have too many decimals. */
function collect(found: Found, path: string, value: unknown, decimals: number, isMeant: (field: string) => boolean, field = ''): void {
  if (typeof value === 'number' && isMeant(field)) {
    found.fields.add(`${path} ${field}`);
    if (!hasDecimals(value, decimals)) found.beyond.push(`${path} ${field}: ${value}`);
  } else if (Array.isArray(value)) for (const one of value) collect(found, path, one, decimals, isMeant, field);
  else if (value !== null && typeof value === 'object')
    for (const [name, one] of Object.entries(value)) collect(found, path, one, decimals, isMeant, name);
}

/** The paths of an endpoint: its own, or with the ids of the first rows of the list before `{id}`. */
async function fillPath(owner: Caller, { path }: Endpoint): Promise<string[]> {
  if (!path.includes('{')) return [path];
  const [list = '', rest, ...more] = path.split('/{id}');
  if (more.length > 0 || rest === undefined || rest.includes('{') || list.includes('{')) return [];
  const { status, data } = await owner.get(`${list.slice(1)}/?page_size=3`);
  return status === 200 && Array.isArray(data) ? data.map(({ id }: { id: number }) => `${list}/${id}${rest}`) : [];
}

test('a price has at most five decimals in every answer of the API, as an entered price', async ({ api }) => {
  const owner = await api.signIn('owner@manger.test');
  const [feed] = (await owner.get('manager/ingredients/?page_size=1')).data;
  await make(owner, 'manager/harvests/', { farm: feed.farm, ingredient: feed.id, kg: 300, cost: 100 });
  const found: Found = { beyond: [], fields: new Set() };
  const asked = [...operationsEndpoints, ...adminEndpoints].filter(
    ({ method, scope, costly }) => method === 'get' && scope === 'client' && !costly,
  );
  for (const endpoint of asked) {
    for (const path of await fillPath(owner, endpoint)) {
      const { status, data } = await owner.get(`${path.slice(1)}/?page_size=200`);
      if (status === 200) collect(found, endpoint.path, data, 5, (field) => MONEY.test(field));
    }
  }
  expect(found.beyond).toEqual([]);
  for (const field of [
    '/manager/ingredients average_price',
    '/manager/rations price',
    '/manager/recipes price',
    '/manager/harvests price',
    '/manager/stocks/transfer price',
    '/manager/stocks/transfer value',
    '/manager/stocks/{id}/ledger price',
    '/manager/stocks/{id}/ledger value',
    '/schedule/schedules price',
    '/animalfeed/schedules price',
  ])
    expect(found.fields).toContain(field);
});

test('a price has at most six decimals in every report', async ({ api }) => {
  const owner = await api.signIn('owner@manger.test');
  const [farm] = (await owner.get('manager/farms/dashboard/')).data;
  const to = addDays(todayIn(farm.timezone), -1);
  const found: Found = { beyond: [], fields: new Set() };
  for (const { id } of allReports) {
    const { status, data } = await owner.get(
      `report/${id}/make/?farm=${farm.id}&planned_on_after=${addDays(to, -29)}&planned_on_before=${to}`,
    );
    if (status === 200) collect(found, id, data, 6, (field) => field.includes('price'));
  }
  expect(found.beyond).toEqual([]);
  expect(found.fields.size).toBeGreaterThan(10);
});
