import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { KEY_SCOPES, type KeyScope } from '#contract/key-scopes.ts';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import { type Caller, callerOf, type TestApi } from '#tests/support/api.ts';
import { makeAccount, makeClient } from '#tests/support/factories.ts';
import { makePeriod, makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const DAY = '2026-03-10';
const path = 'manager/keys/';
/** Requests that a key allows. */
const ALLOWED = new Set([
  'get /schedule/schedules',
  'get /schedule/schedules/{id}',
  'put /schedule/schedules/{id}/load',
  'put /schedule/schedules/{id}/upload',
  'post /schedule/schedules/import',
  'get /schedule/loadings',
  'get /schedule/loadings/{id}',
]);

let neighbour: ReadyFarm;

const test = base.override({ now: `${DAY}T09:00:00Z` });
test.beforeAll(async ({ api, farm }) => {
  neighbour = await makeReadyFarm(api, 'Europe/Kyiv', farm.client);
});

const owner = (farm: ReadyFarm) => farm.client.owner;
let serial = 0;
async function makeKey(
  api: TestApi,
  farm: ReadyFarm,
  values: { scopes?: KeyScope[]; all_farms?: boolean; farms?: number[]; expires_on?: string } = {},
): Promise<{ id: number; name: string; secret: string; farms: number[]; terminal: Caller }> {
  serial += 1;
  const { status, data } = await owner(farm).post(path, { farm: farm.farm, name: `Terminal ${serial}`, ...values });
  expect(status).toBe(201);
  return { ...data, terminal: callerOf(api.app, data.secret, 'Key') };
}

test('a secret is shown once, and only its hash is stored', async ({ api, farm }) => {
  const { id, name, secret } = await makeKey(api, farm);
  expect(secret).toMatch(/^mk_[\w-]{43}$/);
  const [row] = (await owner(farm).get(`${path}?search=${encodeURIComponent(name)}`)).data;
  expect(row).toEqual({
    id,
    farm: farm.farm,
    farm_name: expect.any(String),
    name,
    scopes: ['record_loads'],
    all_farms: false,
    farms: [],
    expires_on: null,
    created_at: `${DAY}T09:00:00Z`,
    created_by_name: 'Test client',
    last_used_at: null,
  });
  const { rows } = await sql<{ hash: string; whole: string }>`
    select encode(secret_hash, 'hex') as hash, (select string_agg(h::text, '') from history h) || (select string_agg(a::text, '') from activity a) || k::text as whole
    from access_key k where id = ${id}`.execute(api.database.forClient(farm.client.id));
  expect(rows[0]?.hash).toBe(createHash('sha256').update(secret).digest('hex'));
  expect(rows[0]?.whole).not.toContain(secret.slice(3));
  expect((await owner(farm).post(path, { farm: farm.farm, name })).errors.name?.[0]?.code).toBe(5);
});

test('a terminal reads the plan of its farm, loads and unloads', async ({ api, farm }) => {
  const { name, terminal } = await makeKey(api, farm);
  const { id } = await makeSchedule(farm, DAY);
  await makeSchedule(neighbour, DAY);
  const { data, count } = await terminal.get('schedule/schedules/');
  expect(count).toBeGreaterThan(0);
  expect(new Set(data.map((row: { farm: number }) => row.farm))).toEqual(new Set([farm.farm]));
  expect((await terminal.get(`schedule/schedules/${id}/`)).data.abilities).toMatchObject({
    load: true,
    upload: false,
    change: false,
    reset: false,
    correct: false,
  });
  await makePeriod(farm, { active: true });
  expect((await terminal.get('schedule/loadings/')).count).toBeGreaterThan(0);

  expect((await terminal.put(`schedule/schedules/${id}/load/`, { status: 'in_process' })).status).toBe(200);
  const loaded = { status: 'loaded', items: [{ ingredient: farm.silage, weight_fact: 3000 }] };
  expect((await terminal.put(`schedule/schedules/${id}/load/`, loaded)).data).toMatchObject({ status: 'loaded', operator: null });
  expect((await terminal.put(`schedule/schedules/${id}/upload/`, { status: 'out_process' })).status).toBe(200);
  const done = await terminal.put(`schedule/schedules/${id}/upload/`, {
    status: 'uploaded',
    groups: [{ group: farm.heifers, weight_fact: 900 }],
  });
  expect(done.data.status).toBe('uploaded');

  const { rows } = await sql<{ user_id: number | null; user_name: string }>`
    select distinct user_id, user_name from history where resource = 'schedules' and resource_id = ${id} and type = 'update'`.execute(
    api.database.forClient(farm.client.id),
  );
  expect(rows).toEqual([{ user_id: null, user_name: `key: ${name}` }]);
});

test('it reaches no other farm and no other client', async ({ api, farm }) => {
  const { terminal } = await makeKey(api, farm);
  const other = await makeReadyFarm(api);
  for (const place of [neighbour, other]) {
    const { id } = await makeSchedule(place, DAY);
    expect((await terminal.get(`schedule/schedules/?farm=${place.farm}`)).count).toBe(0);
    expect((await terminal.get(`schedule/schedules/${id}/`)).status).toBe(404);
    expect((await terminal.put(`schedule/schedules/${id}/load/`, { status: 'in_process' })).status).toBe(404);
    expect((await terminal.get(`dashboard/clients/${place.client.id}/farms/${place.farm}/schedule/schedules/`)).status).toBe(404);
  }
  expect((await terminal.get(`dashboard/clients/${other.client.id}/schedule/schedules/`)).status).toBe(404);
});

const everything = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints].filter((endpoint) => endpoint.scope !== 'public');
const describeEndpoint = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;

test('a key is refused at every other endpoint', async ({ api, farm }) => {
  const { terminal } = await makeKey(api, farm);
  const forbidden = everything.filter((endpoint) => !ALLOWED.has(describeEndpoint(endpoint)));
  expect(everything.length - forbidden.length).toBe(ALLOWED.size);
  expect(forbidden.length).toBeGreaterThan(120);
  for (const endpoint of [...forbidden, { method: 'get', path: '/events' } as Endpoint]) {
    const at = `${endpoint.path
      .slice(1)
      .replace('{id}', String(farm.farm))
      .replace(/\{\w+\}/g, 'planfeed')}/`;
    for (const prefix of ['', `dashboard/clients/${farm.client.id}/`]) {
      const body = endpoint.method === 'get' || endpoint.method === 'delete' ? undefined : {};
      const answer = await terminal[endpoint.method](prefix + at, body);
      expect([describeEndpoint(endpoint), prefix, [403, 404].includes(answer.status)]).toEqual([describeEndpoint(endpoint), prefix, true]);
    }
  }
});

test('it dies the moment it is revoked, or its client is locked', async ({ api, farm }) => {
  const { id, terminal } = await makeKey(api, farm);
  const second = await makeKey(api, farm);
  const plan = 'schedule/schedules/';
  expect((await terminal.get(plan)).status).toBe(200);
  expect((await owner(farm).delete(`${path}${id}/`)).status).toBe(204);
  expect((await terminal.get(plan)).status).toBe(401);
  expect((await owner(farm).get(`${path}?page_size=1000`)).data.map((row: { id: number }) => row.id)).not.toContain(id);
  expect((await owner(farm).post(`${path}${id}/restore/`, {})).status).toBe(404);

  expect((await second.terminal.get(plan)).status).toBe(200);
  const lock = (locked: boolean) =>
    api.database.acrossClients().updateTable('client').set({ locked }).where('id', '=', farm.client.id).execute();
  // Another server writes the lock; this server is notified by the database.
  await lock(true);
  await expect.poll(async () => (await second.terminal.get(plan)).status).toBe(401);
  await lock(false);
  await expect.poll(async () => (await second.terminal.get(plan)).status).toBe(200);
  await sql`update access_key set deleted = true where id = ${second.id}`.execute(api.database.forClient(farm.client.id));
  await expect.poll(async () => (await second.terminal.get(plan)).status).toBe(401);
});

test('an unknown key is refused as unauthenticated', async ({ api, farm }) => {
  const { secret } = await makeKey(api, farm);
  const status = async (token: string, scheme: 'JWT' | 'Key') => (await callerOf(api.app, token, scheme).get('schedule/schedules/')).status;
  expect(await status(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`, 'Key')).toBe(401);
  expect(await status(secret, 'JWT')).toBe(401);
  expect(await status(owner(farm).token, 'Key')).toBe(401);
  expect((await api.nobody.post('auth/jwt/verify/', { token: secret })).status).toBe(401);
});

test('the last use of a key is stored to the minute', async ({ api, farm }) => {
  const { id, terminal } = await makeKey(api, farm);
  const used = async () => (await owner(farm).get(`${path}?page_size=1000`)).data.find((row: { id: number }) => row.id === id).last_used_at;
  await terminal.get('schedule/schedules/');
  expect(await used()).toBe(`${DAY}T09:00:00Z`);
  api.setNow(`${DAY}T09:00:59Z`);
  await terminal.get('schedule/schedules/');
  expect(await used()).toBe(`${DAY}T09:00:00Z`);
  api.setNow(`${DAY}T09:01:01Z`);
  await terminal.get('schedule/schedules/');
  expect(await used()).toBe(`${DAY}T09:01:01Z`);
});

test('keys are for those who may change the farm', async ({ api, farm }) => {
  const { id } = await makeKey(api, farm);
  const inside = `dashboard/clients/${farm.client.id}/${path}`;
  for (const user_type of ['consultant', 'staff']) {
    const { caller } = await makeAccount(api, { user_type, clients: [farm.client.id] });
    expect((await caller.get(inside)).status).toBe(403);
    expect((await caller.post(inside, { farm: farm.farm, name: 'x' })).status).toBe(403);
    expect((await caller.delete(`${inside}${id}/`)).status).toBe(403);
  }
  const other = await makeClient(api);
  expect((await other.owner.get(`${path}?page_size=1000`)).count).toBe(0);
  expect((await other.owner.delete(`${path}${id}/`)).status).toBe(404);
  expect((await other.owner.post(path, { farm: farm.farm, name: 'x' })).errors.farm?.[0]?.code).toBe(23);
});

/** Endpoints that a scope opens; those of `record_loads` are listed above. */
const OF_SCOPE: Record<KeyScope, (endpoint: Endpoint) => boolean> = {
  record_loads: (endpoint) => ALLOWED.has(describeEndpoint(endpoint)),
  read_lists: ({ method, path: at }) => method === 'get' && /^\/(manager|mixers|schedule|ade)\//.test(at),
  read_reports: ({ method, path: at }) => method === 'get' && /^\/(report|ade)\//.test(at),
  write_animals: ({ method, path: at }) => method === 'post' && at.startsWith('/ade/batches/'),
  write_deliveries: ({ method, path: at }) => method !== 'delete' && /^\/manager\/(deliveries|ingredients)(\/|$)/.test(at),
};

test.for(KEY_SCOPES)(
  'a key with the scope %s is refused outside of it, and no answer inside is a server error',
  async (scope, { api, farm }) => {
    const { terminal } = await makeKey(api, farm, { scopes: [scope], all_farms: true });
    const { ration } = farm;
    const admitted: string[] = [];
    for (const endpoint of everything) {
      const at = `${endpoint.path
        .slice(1)
        .replace('{id}', String(ration))
        .replace(/\{\w+\}/g, 'planfeed')}/`;
      const body = endpoint.method === 'get' || endpoint.method === 'delete' ? undefined : {};
      const { status } = await terminal[endpoint.method](at, body);
      expect([describeEndpoint(endpoint), status < 500]).toEqual([describeEndpoint(endpoint), true]);
      if (status !== 403) admitted.push(describeEndpoint(endpoint));
      if (!OF_SCOPE[scope](endpoint)) expect([describeEndpoint(endpoint), status]).toEqual([describeEndpoint(endpoint), 403]);
    }
    expect(admitted.length).toBeGreaterThan(3);
  },
);

test('a key of all farms reads lists and reports of each farm of its client, and of no other client', async ({ api, farm }) => {
  const { terminal } = await makeKey(api, farm, { scopes: ['read_lists', 'read_reports'], all_farms: true });
  const narrow = await makeKey(api, farm, { scopes: ['read_lists', 'read_reports'] });
  await makeReadyFarm(api);
  const list = async (caller: Caller) =>
    (await caller.get('manager/groups/?page_size=1000')).data.map((row: { id: number }) => row.id).toSorted();
  expect(await list(terminal)).toEqual(await list(owner(farm)));
  expect(await list(narrow.terminal)).not.toContain(neighbour.heifers);
  expect(await list(narrow.terminal)).toContain(farm.heifers);
  const report = `report/planfeed/make/?planned_on_after=${DAY}&planned_on_before=${DAY}`;
  expect((await terminal.get(report)).data).toEqual((await owner(farm).get(report)).data);
  expect((await terminal.put(`manager/groups/${farm.heifers}/`, { name: 'x' })).status).toBe(403);
});

test('a key of chosen farms reaches these farms and no other one', async ({ api, farm }) => {
  const third = await makeReadyFarm(api, 'Europe/Kyiv', farm.client);
  const foreign = await makeReadyFarm(api);
  const { terminal, farms } = await makeKey(api, farm, { scopes: ['read_lists'], farms: [neighbour.farm, farm.farm, neighbour.farm] });
  expect(farms).toEqual([neighbour.farm]);
  const groups: { farm: number }[] = (await terminal.get('manager/groups/?page_size=1000')).data;
  expect(new Set(groups.map((row) => row.farm))).toEqual(new Set([farm.farm, neighbour.farm]));
  expect((await terminal.get(`manager/groups/${third.heifers}/`)).status).toBe(404);
  const refused = await owner(farm).post(path, { farm: farm.farm, name: 'Foreign', farms: [third.farm, foreign.farm] });
  expect([refused.status, Object.keys(refused.errors)]).toEqual([400, ['farms.1']]);
});

test('a key of deliveries enters a delivery at its farm, under its own name', async ({ api, farm }) => {
  const { name, terminal } = await makeKey(api, farm, { scopes: ['write_deliveries'] });
  const delivery = { farm: farm.farm, delivery_type: 'delivery', ingredient: farm.silage, value: 1000, price: 2 };
  const { data, errors } = await terminal.post('manager/deliveries/', delivery);
  expect([errors, data?.value]).toEqual([undefined, 1000]);
  const { rows } = await sql<{ user_name: string }>`
    select user_name from history where resource = 'deliveries' and resource_id = ${data.id}`.execute(
    api.database.forClient(farm.client.id),
  );
  expect(rows).toEqual([{ user_name: `key: ${name}` }]);
  expect((await terminal.post('manager/deliveries/', { ...delivery, farm: neighbour.farm, ingredient: neighbour.silage })).status).toBe(
    400,
  );
  expect((await terminal.delete(`manager/deliveries/${data.id}/`)).status).toBe(403);
});

test('a key ends with its last day in the farm’s time', async ({ api, farm }) => {
  const { terminal } = await makeKey(api, farm, { expires_on: DAY });
  const read = async () => (await terminal.get('schedule/schedules/')).status;
  expect(await read()).toBe(200);
  // Midnight of the farm in Kyiv.
  api.setNow(`${DAY}T21:59:59Z`);
  expect(await read()).toBe(200);
  api.setNow(`${DAY}T22:00:00Z`);
  expect(await read()).toBe(401);
  api.setNow(`${DAY}T09:00:00Z`);
});

test('Bearer takes the secret of a key or the token of an account', async ({ api, farm }) => {
  const { secret } = await makeKey(api, farm);
  expect((await callerOf(api.app, secret, 'Bearer').get('schedule/schedules/')).status).toBe(200);
  expect((await callerOf(api.app, owner(farm).token, 'Bearer').get('schedule/schedules/')).status).toBe(200);
  expect((await callerOf(api.app, `${secret}x`, 'Bearer').get('schedule/schedules/')).status).toBe(401);
});

test.for([
  ['scopes', { scopes: [] }],
  ['scopes.0', { scopes: ['everything'] }],
  ['expires_on', { expires_on: '2026-02-30' }],
  ['all_farms', { all_farms: 'yes' }],
] as const)('a wrong %s is refused at its field', async ([field, values], { farm }) => {
  const { status, errors } = await owner(farm).post(path, { farm: farm.farm, name: 'Wrong', ...values });
  expect([status, Object.keys(errors)]).toEqual([400, [field]]);
});
