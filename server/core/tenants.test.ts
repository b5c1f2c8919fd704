import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, startApi, type TestApi } from '../../tests/support/api.ts';
import {
  deliver,
  make,
  makeAccount,
  makeClient,
  makeFarm,
  makeGroup,
  makeIngredient,
  makeMixer,
  makeRation,
  type TestClient,
} from '../../tests/support/factories.ts';
import { adminEndpoints } from '../admin/index.ts';
import { operationsEndpoints } from '../operations/index.ts';
import { reportsEndpoints } from '../reports/index.ts';
import type { Endpoint } from './endpoint.ts';

let api: TestApi;
let theirs: TestClient;
let mine: TestClient;
/** A row of theirs by its resource's path. */
const rows = new Map<string, Record<string, unknown>>();

const inside = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints].filter((endpoint) => endpoint.scope === 'client');
const name = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;
const REFUSED = [400, 403, 404];

/** A client with a row of every kind that its owner can make; `keep` takes them down. */
async function fill(client: TestClient, keep: (path: string, row: Record<string, unknown>) => void): Promise<void> {
  const { owner } = client;
  const at = await makeFarm(owner);
  const feed = await makeIngredient(owner, at);
  const made = await makeIngredient(owner, at);
  const items = [{ ingredient: feed.id, percent: 100 }];
  const group = await makeGroup(owner, at);
  const ration = await makeRation(owner, at, items);
  const mixer = await makeMixer(owner, at);
  const company = await make(owner, 'manager/deliveries/companies/', { name: 'Supplier' });
  const job = { ration: ration.id, mixer: mixer.id, groups: [{ group: group.id, weight_per_head: 10 }] };
  const today = new Date().toISOString().slice(0, 10);
  keep('/manager/companies', { id: at.company, name: 'Other' });
  keep('/manager/farms', { id: at.farm, company: at.company, name: 'Other' });
  keep('/manager/stocks', { id: at.stock, company: at.company, farm: at.farm, name: 'Other' });
  keep('/manager/animaltypes', { id: at.cows, name: 'Other' });
  keep('/manager/ingtedienttypes', { id: at.type, name: 'Other' });
  keep('/manager/ingredients', feed);
  keep('/manager/groups', group);
  keep('/manager/rations', ration);
  keep('/manager/mixers', mixer);
  keep('/manager/deliveries/companies', company);
  keep('/manager/deliveries', await deliver(owner, at, feed.id, 100, 2));
  const recipe = await make(owner, 'manager/recipes/', { farm: at.farm, name: 'Compound', ingredient: made.id, items });
  keep('/manager/recipes', recipe);
  keep(
    '/animalfeed/schedules',
    await make(owner, 'animalfeed/schedules/', { farm: at.farm, recipe: recipe.id, planned_on: today, weight_plan: 1 }),
  );
  keep(
    '/report/additional',
    await make(owner, 'report/additional/', { farm: at.farm, kind: 'blank', name: 'Waybill', report_type: 'form8' }),
  );
  keep(
    '/leftovers/leftovers',
    await make(owner, 'leftovers/leftovers/', { farm: at.farm, group: group.id, date: '2026-01-10', weight: 5 }),
  );
  keep('/manager/loadings', await make(owner, 'manager/loadings/', { farm: at.farm, name: 'Morning', jobs: [job] }));
  keep('/schedule/schedules', await make(owner, 'schedule/schedules/', { farm: at.farm, planned_on: today, ...job }));
}

beforeAll(async () => {
  api = await startApi();
  theirs = await makeClient(api);
  mine = await makeClient(api);
  await fill(theirs, (path, row) => rows.set(path, row));
  await fill(mine, () => {});
});
afterAll(() => api.close());

const call = (caller: Caller, endpoint: Endpoint, path: string, body: unknown) => {
  const at = `${path.slice(1)}/`;
  if (endpoint.method === 'get') return caller.get(at);
  if (endpoint.method === 'delete') return caller.delete(at);
  return endpoint.method === 'put' ? caller.put(at, body) : caller.post(at, body);
};

/** What fits an endpoint's body best: nothing, what their row holds, or a report of a terminal. */
function bodyFor(endpoint: Endpoint, row: Record<string, unknown> | undefined): unknown {
  const candidates = [
    { ...row, version: undefined },
    {},
    { ...row, weight: 1, ingredient: rows.get('/manager/ingredients')?.id, data: 'x', reason: 'x', ids: [row?.id], status: 'loaded' },
    { ...row, status: 'uploaded' },
  ];
  return candidates.find((candidate) => endpoint.body?.safeParse(candidate).success) ?? {};
}

const resourceOf = (endpoint: Endpoint) => endpoint.path.split('/{id}')[0] ?? '';

describe('a row of another client', () => {
  test.each(inside.filter((endpoint) => endpoint.path.includes('{id}')).map((endpoint) => [name(endpoint), endpoint] as const))(
    '%s is not there',
    async (_, endpoint) => {
      const row = rows.get(resourceOf(endpoint));
      // Where they have no row to ask for, nobody's id serves.
      const id = row?.id ?? 1_999_999_999;
      const body = bodyFor(endpoint, row);
      const answer = await call(mine.owner, endpoint, endpoint.path.replace('{id}', String(id)), body);
      // A body and a query that fit leave nothing to refuse but the row itself.
      const whole = (!endpoint.body || endpoint.body.safeParse(body).success) && (!endpoint.query || endpoint.query.safeParse({}).success);
      if (row && whole) expect(answer.status).toBe(404);
      else expect(REFUSED).toContain(answer.status);
      expect(answer.data).toBeUndefined();
    },
  );

  test('is read by its own client at the same addresses', async () => {
    for (const [path, row] of rows) expect([path, (await theirs.owner.get(`${path.slice(1)}/${row.id}/`)).status]).toEqual([path, 200]);
  });

  test('is untouched by all of that', async () => {
    const { rows: found } = await sql<{ count: number }>`
      select count(*) as count from history where user_id = ${mine.ownerId}`.execute(api.database.forClient(theirs.id));
    expect(found[0]?.count).toBe(0);
  });
});

describe('acting for another client', () => {
  test.each(inside.map((endpoint) => [name(endpoint), endpoint] as const))('%s is refused', async (_, endpoint) => {
    const row = rows.get(resourceOf(endpoint));
    const path = endpoint.path.replace('{id}', String(row?.id ?? 1)).replace(/\{\w+\}/g, 'x');
    const farm = rows.get('/manager/farms')?.id;
    for (const prefix of [`/dashboard/clients/${theirs.id}`, `/dashboard/clients/${theirs.id}/farms/${farm}`]) {
      const answer = await call(mine.owner, endpoint, prefix + path, bodyFor(endpoint, row));
      expect(REFUSED).toContain(answer.status);
      expect(answer.data).toBeUndefined();
    }
  });
});

describe('a reference to a row of another client', () => {
  test('is refused wherever one is made', async () => {
    const made = inside.filter((endpoint) => endpoint.method === 'post' && !endpoint.path.includes('{'));
    // Only what refers to anything can refer to another's.
    const referring = made.filter((endpoint) => ['farm', 'company'].some((field) => field in (rows.get(endpoint.path) ?? {})));
    expect(referring.length).toBeGreaterThan(10);
    for (const endpoint of referring) {
      const copy = { ...rows.get(endpoint.path), name: `Copy ${endpoint.path}`, version: undefined };
      expect([endpoint.path, endpoint.body?.safeParse(copy).success]).toEqual([endpoint.path, true]);
      const answer = await mine.owner.post(`${endpoint.path.slice(1)}/`, copy);
      expect([endpoint.path, answer.status]).toEqual([endpoint.path, 400]);
    }
  });

  test('a list filtered by their farm is empty', async () => {
    const farm = rows.get('/manager/farms')?.id;
    for (const path of rows.keys()) {
      if (!('farm' in (rows.get(path) ?? {}))) continue;
      expect([path, (await mine.owner.get(`${path.slice(1)}/?farm=${farm}`)).count]).toEqual([path, 0]);
    }
  });
});

describe('connections', () => {
  test('never carry a client over to the next request', async () => {
    const ids = { mine: await idsOf(mine.owner), theirs: await idsOf(theirs.owner) };
    // Many more requests than connections, of two clients in turn.
    const answers = await Promise.all(Array.from({ length: 120 }, (_, n) => idsOf(n % 2 === 0 ? mine.owner : theirs.owner)));
    answers.forEach((answer, n) => {
      expect(answer).toEqual(n % 2 === 0 ? ids.mine : ids.theirs);
    });
    expect(ids.mine.some((id) => ids.theirs.includes(id))).toBe(false);
  });

  test('show and take nothing but the rows of the client that they are set to', async () => {
    const db = api.database.forClient(mine.id);
    const { rows: seen } = await sql<{ client_id: number }>`select distinct client_id from ingredient`.execute(db);
    expect(seen).toEqual([{ client_id: mine.id }]);
    await expect(sql`insert into company (client_id, name) values (${theirs.id}, 'Smuggled')`.execute(db)).rejects.toThrow(
      'row-level security',
    );
    const { numAffectedRows } = await sql`update ingredient set price = 0 where client_id = ${theirs.id}`.execute(db);
    expect(numAffectedRows).toBe(0n);
  });

  test('that failed within a transaction serve the next client rightly', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const db = api.database.forClient(n % 2 === 0 ? mine.id : theirs.id);
        return db
          .transaction()
          .execute((tx) => sql`select 1 / 0`.execute(tx))
          .catch(() => {});
      }),
    );
    expect((await idsOf(mine.owner)).some((id) => id === rows.get('/manager/ingredients')?.id)).toBe(false);
    expect(await idsOf(theirs.owner)).toContain(rows.get('/manager/ingredients')?.id);
  });

  test('a superadmin acts in one client at a time', async () => {
    const root = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
    const answer = await root.caller.get(`dashboard/clients/${mine.id}/manager/ingredients/`);
    expect(answer.data.map((row: { id: number }) => row.id).toSorted()).toEqual((await idsOf(mine.owner)).toSorted());
    expect((await root.caller.get('manager/ingredients/')).status).toBe(400);
  });
});

const idsOf = async (caller: Caller): Promise<number[]> =>
  (await caller.get('manager/ingredients/')).data.map((row: { id: number }) => row.id);
