import { expect } from 'vitest';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import { makeAccount, makeClient } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';
import { momentPaths } from './read-input.ts';

const NOW = '2026-03-10T06:00:00Z';
const LIMIT = '2026-03-11T06:00:00.000Z';
const LATE = '2999-01-01T00:00:00Z';

const endpoints = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints].flatMap((endpoint) =>
  (['body', 'query'] as const).flatMap((part) => {
    const paths = endpoint[part] ? momentPaths(endpoint[part]) : [];
    return paths.length > 0 ? [{ endpoint, part, paths }] : [];
  }),
);

/** A value with `leaf` at the path, in lists of one item. */
const valueAt = ([name, ...rest]: readonly string[], leaf: string): unknown =>
  name === undefined ? leaf : name === '*' ? [valueAt(rest, leaf)] : { [name]: valueAt(rest, leaf) };

test('every endpoint with a moment refuses one more than a day ahead at its field', async ({ api }) => {
  api.setNow(NOW);
  const { owner } = await makeClient(api);
  const { caller: root } = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
  const tried: string[] = [];
  for (const { endpoint, part, paths } of endpoints) {
    const caller = endpoint.scope === 'client' ? owner : root;
    const at = `${endpoint.path
      .slice(1)
      .replace('{id}', '1')
      .replace(/\{\w+\}/g, 'x')}/`;
    for (const path of paths) {
      const name = `${endpoint.method} ${endpoint.path} ${part} ${path.join('.')}`;
      const send = (moment: string) => {
        if (part === 'query') return caller.get(`${at}?${path[0]}=${moment}`);
        const body = valueAt(path, moment);
        return endpoint.method === 'put' ? caller.put(at, body) : caller.post(at, body);
      };
      const field = path.join('.').replaceAll('*', '0');
      const { status, errors } = await send(LATE);
      expect([name, status, errors[field]?.[0]?.code, errors[field]?.[0]?.limit]).toEqual([name, 400, 8, LIMIT]);
      // A moment up to a day ahead is accepted.
      expect((await send('2026-03-11T06:00:00Z')).errors?.[field], name).toBeUndefined();
      tried.push(name);
    }
  }
  const told = tried.join('\n');
  for (const name of [
    'schedules/{id}/load body items.*.started_at',
    'schedules/{id}/upload body finished_at',
    'deliveries body delivered_at',
  ])
    expect(told).toContain(name);
  expect(tried.length).toBeGreaterThan(25);
});

test('a load with a date in 2999 from a terminal doesn’t begin', async ({ api }) => {
  api.setNow(NOW);
  const farm = await makeReadyFarm(api);
  const { id } = await makeSchedule(farm, '2026-03-10');
  const { owner } = farm.client;
  const answer = await owner.put(`schedule/schedules/${id}/load/`, { status: 'in_process', started_at: LATE });
  expect([answer.status, Object.keys(answer.errors)]).toEqual([400, ['started_at']]);
  expect((await owner.get(`schedule/schedules/${id}/`)).data).toMatchObject({ status: 'waited', started_at: null });
});
