import { expect } from 'vitest';
import { RESOURCE_IDS, type ResourceId } from '#contract/resource-ids.ts';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import { SOURCES } from '#src/core/report/filters/filter-options.ts';
import type { Caller } from './support/api.ts';
import { test } from './support/test.ts';

const gives = new Map(
  [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints].flatMap(({ shows, path }) => (shows ? [[shows, path]] : [])),
);
const getList = (resource: ResourceId) => gives.get(resource)?.replace('/{id}', '').slice(1) ?? '';

let owner: Caller;
let admin: Caller;
const heard: string[] = [];
let stop = async () => {};
test.override('template', 'tiny');
test.beforeAll(async ({ api, root }) => {
  admin = root;
  owner = await api.signIn('owner@manger.test');
  const listening = await api.database.listener();
  listening.on('notification', ({ payload }) => heard.push(JSON.parse(payload || '{}').resource));
  const { rows: channels } = await listening.query<{ name: string }>("select channel('manger') as name");
  await listening.query(`listen "${channels[0]?.name}"`);
  stop = () => listening.end();
  const farm = (await owner.get('manager/farms/dashboard/')).data[0].id;
  await owner.post('report/additional/', { farm, kind: 'blank', name: 'A form', report_type: 'form9' });
});
test.afterAll(() => stop());

test('the registry’s resources are exactly those with rows on the server', () => {
  // Keys have events only for lists.
  expect([...gives.keys(), 'access_keys'].sort()).toEqual([...RESOURCE_IDS].sort());
});

test.each([...new Set<ResourceId>(Object.values(SOURCES).flat())])(
  'the choices of a filter are asked for again when one of %s changes',
  async (resource) => {
    const caller = resource === 'clients' ? admin : owner;
    const { data } = await caller.get<{ id: number }[]>(`${getList(resource)}/?page_size=1000`);
    heard.length = 0;
    let status = 0;
    // Only waiting feedings and batches can be changed.
    for (const { id } of data.toReversed()) {
      status = (await caller.put(`${getList(resource)}/${id}/`, {})).status;
      if (status === 200) break;
    }
    expect(status).toBe(200);
    await expect.poll(() => heard).toContain(resource);
  },
);
