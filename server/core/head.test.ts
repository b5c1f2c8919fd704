import { Hono } from 'hono';
import { beforeEach, describe, expect, vi } from 'vitest';
import { allReports } from '#contract/reports/index.ts';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { type AppEnv, failed, mount } from '#server/platform/http/mount.ts';
import { eventStreams } from '#server/platform/http/stream.ts';
import { type Events, startEvents } from '#server/platform/runtime/events.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import { make, makeAccount, makeClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

const features = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints];
/** An event source without events. */
const deaf: Events = { subscribe: () => () => {}, listening: () => 0, close: async () => {} };
const gets = [...features, ...eventStreams(deaf, features)].filter(({ method }) => method === 'get');
const costly = gets.filter((endpoint) => endpoint.long || endpoint.costly);

let token: string;
let strange: string;
let client: number;
const handled: string[] = [];
let app: Hono<AppEnv>;

test.beforeAll(async ({ api }) => {
  const made = await makeClient(api);
  client = made.id;
  token = (await makeAccount(api, { user_type: 'admin', is_superadmin: true })).caller.token;
  const group = await make(made.owner, 'perm/groups/', { name: 'Nothing', permissions: [] });
  strange = (await makeAccount(api, { user_type: 'employee', client_id: client, access_group_id: group.id })).caller.token;
  // The real endpoints without their work.
  app = new Hono<AppEnv>({
    getPath: (request) => new URL(request.url).pathname.replace(/\/$/, '').replace(`/dashboard/clients/${client}`, ''),
  });
  app.onError((error, http) => failed(http, error, api.services.log));
  const spied = costly.map((endpoint) => ({
    ...endpoint,
    handle: async () => {
      handled.push(endpoint.path);
      return new Response('{}');
    },
  }));
  mount(app, api.services, spied, { checkAnswers: false, maxBytes: () => 0 });
});
beforeEach(() => {
  handled.length = 0;
});

const REPORT = allReports.find(({ required, path }) => !required?.length && path !== undefined);
const DAYS = 'planned_on_after=2026-01-01&planned_on_before=2026-01-31';
const MONTH = 'month=2026-01';
const addressOf = ({ path, scope }: Endpoint) => {
  const filled = path
    .replace('product-boards/{name}', 'product-boards/owner')
    .replace('{name}', 'planfeed')
    .replace('{key}', '1')
    .replace('{id}', '1')
    .replace('{file}', '1');
  const queries = [
    ['/report/month-end/matrix', ''],
    ['/report/month-end/', MONTH],
    ['/report/home/', ''],
    ['/report/{name}/{key}/', ''],
    ['/report/', DAYS],
  ] as const;
  const [, query = ''] = queries.find(([start]) => path.startsWith(start)) ?? [];
  return `/api${scope === 'client' ? `/dashboard/clients/${client}` : ''}${filled}/?${query}`;
};
const ask = async (endpoint: Endpoint, method: 'GET' | 'HEAD', as?: string) => {
  const headers: Record<string, string> = as ? { authorization: `JWT ${as}` } : {};
  const { status } = await app.fetch(new Request(`http://localhost${addressOf(endpoint)}`, { method, headers }));
  return status;
};

test('reports, documents of a month, archives, copies of personal data, stored files, and streams are costly', () => {
  const reports = allReports.flatMap(({ path }) => (path === undefined ? [] : [`/report/${path}`]));
  const known = ['/report/{name}/make', '/report/{name}/{key}/detail', ...reports, '/archive', '/events', '/dashboard/events'];
  const month = ['matrix', 'checks', 'archive'].map((part) => `/report/month-end/${part}`);
  const home = [...['trends', 'cost', 'wrong', 'farms', 'intakes'].map((block) => `/report/home/${block}`), '/dashboard/board'];
  const beneath = ['/report/iofc/price-yield'];
  const boards = ['/report/boards/{id}', '/report/product-boards/{name}'].flatMap((board) => [`${board}/figures`, `${board}/file`]);
  const files = ['/manager/analyses/{id}/files/{file}', '/manager/deliveries/documents/{id}/files/{file}'];
  const ade = ['feed-inventory-transactions', 'group-feeding'].map((name) => `/ade/locations/{scheme}/{location}/${name}`);
  const copies = gets.map(({ path }) => path).filter((path) => path.endsWith('/export'));
  expect(copies.length).toBeGreaterThan(1);
  expect(costly.map(({ path }) => path).toSorted()).toEqual(
    [...known, ...month, ...home, ...boards, ...beneath, ...files, ...ade, ...copies].toSorted(),
  );
});

describe('HEAD judges the caller and makes nothing', () => {
  test.each(costly.map((endpoint) => [endpoint.path, endpoint] as const))('%s', async (path, endpoint) => {
    expect(await ask(endpoint, 'HEAD')).toBe(401);
    expect(await ask(endpoint, 'HEAD', token)).toBe(200);
    expect(handled).toEqual([]);
    expect(await ask(endpoint, 'GET', token)).toBe(200);
    expect(handled).toEqual([path]);
    // A refused caller gets the same status by HEAD.
    expect(await ask(endpoint, 'HEAD', strange)).toBe(await ask(endpoint, 'GET', strange));
  });
});

test('HEAD of a report asks the database of reports for nothing', async ({ api }) => {
  const reports = vi.spyOn(api.services.database, 'reports');
  const head = (path: string) =>
    api.app.fetch(
      new Request(`http://localhost/api/dashboard/clients/${client}/${path}`, {
        method: 'HEAD',
        headers: { authorization: `JWT ${token}` },
      }),
    );
  expect((await head(`report/${REPORT?.path}/?${DAYS}`)).status).toBe(200);
  expect((await head(`report/planfeed/make/?${DAYS}`)).status).toBe(200);
  expect((await head('report/planfeed/1/detail/')).status).toBe(200);
  expect(reports).not.toHaveBeenCalled();
  expect((await head(`report/nothing/make/?${DAYS}`)).status).toBe(404);
  reports.mockRestore();
});

test('HEAD of the events leaves no listener behind', async ({ api }) => {
  const events = await startEvents(api.database, api.services.log, () => {});
  const subscribe = vi.fn(events.subscribe);
  const heard = new Hono<AppEnv>();
  mount(heard, api.services, eventStreams({ ...events, subscribe }, features), { checkAnswers: false, maxBytes: () => 0 });
  const headers = { authorization: `JWT ${token}` };
  const answer = await heard.fetch(new Request('http://localhost/api/dashboard/events', { method: 'HEAD', headers }));
  expect([answer.status, subscribe.mock.calls.length]).toEqual([200, 0]);
  await events.close();
});
