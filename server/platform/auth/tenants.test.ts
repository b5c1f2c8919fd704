import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import type { Caller } from '#tests/support/api.ts';
import { bodyFor, callEndpoint, fillClient } from '#tests/support/every-row.ts';
import { makeAccount, makeClient, type TestClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

let theirs: TestClient;
let mine: TestClient;
/** A row of the other client by its resource's path. */
const rows = new Map<string, Record<string, unknown>>();

const inside = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints].filter((endpoint) => endpoint.scope === 'client');
const name = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;
const REFUSED = [400, 403, 404];

test.beforeAll(async ({ api }) => {
  theirs = await makeClient(api);
  mine = await makeClient(api);
  await fillClient(theirs, (path, row) => rows.set(path, row));
  await fillClient(mine, () => {});
});

const getResourcePath = (endpoint: Endpoint) => endpoint.path.split('/{id}')[0] ?? '';

describe('a row of another client', () => {
  test.each(inside.filter((endpoint) => endpoint.path.includes('{id}')).map((endpoint) => [name(endpoint), endpoint] as const))(
    '%s is not there',
    async (_, endpoint) => {
      const row = rows.get(getResourcePath(endpoint));
      // A resource without foreign rows gets an id of nobody.
      const id = row?.id ?? 1_999_999_999;
      const body = bodyFor(endpoint, row, rows.get('/manager/ingredients')?.id);
      const answer = await callEndpoint(mine.owner, endpoint, endpoint.path.replace('{id}', String(id)), body);
      // With a valid body and query, only the row can be the reason of a refusal.
      const whole = (!endpoint.body || endpoint.body.safeParse(body).success) && (!endpoint.query || endpoint.query.safeParse({}).success);
      if (row && whole) expect(answer.status).toBe(404);
      else expect(REFUSED).toContain(answer.status);
      expect(answer.data).toBeUndefined();
    },
  );

  test('a row is readable for its own client at the same addresses', async () => {
    for (const [path, row] of rows) expect([path, (await theirs.owner.get(`${path.slice(1)}/${row.id}/`)).status]).toEqual([path, 200]);
  });

  test('stays unchanged after all attempts', async ({ api }) => {
    const { rows: found } = await sql<{ count: number }>`
      select count(*) as count from history where user_id = ${mine.ownerId}`.execute(api.database.forClient(theirs.id));
    expect(found[0]?.count).toBe(0);
  });
});

describe('acting for another client', () => {
  test.each(inside.map((endpoint) => [name(endpoint), endpoint] as const))('%s is refused', async (_, endpoint) => {
    const row = rows.get(getResourcePath(endpoint));
    const path = endpoint.path.replace('{id}', String(row?.id ?? 1)).replace(/\{\w+\}/g, 'x');
    const farm = rows.get('/manager/farms')?.id;
    for (const prefix of [`/dashboard/clients/${theirs.id}`, `/dashboard/clients/${theirs.id}/farms/${farm}`]) {
      const answer = await callEndpoint(mine.owner, endpoint, prefix + path, bodyFor(endpoint, row, rows.get('/manager/ingredients')?.id));
      expect(REFUSED).toContain(answer.status);
      expect(answer.data).toBeUndefined();
    }
  });
});

describe('a reference to a row of another client', () => {
  test('a reference to another client’s row is refused by every endpoint that creates rows', async () => {
    const made = inside.filter((endpoint) => endpoint.method === 'post' && !endpoint.path.includes('{'));
    // Only resources with references can reference another client's row.
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
  test('never keep a client for the next request', async () => {
    const ids = { mine: await readIds(mine.owner), theirs: await readIds(theirs.owner) };
    // Many more requests than connections, of two clients alternately.
    const answers = await Promise.all(Array.from({ length: 120 }, (_, n) => readIds(n % 2 === 0 ? mine.owner : theirs.owner)));
    answers.forEach((answer, n) => {
      expect(answer).toEqual(n % 2 === 0 ? ids.mine : ids.theirs);
    });
    expect(ids.mine.some((id) => ids.theirs.includes(id))).toBe(false);
  });

  test('show and accept only rows of their client', async ({ api }) => {
    const db = api.database.forClient(mine.id);
    const { rows: seen } = await sql<{ client_id: number }>`select distinct client_id from ingredient`.execute(db);
    expect(seen).toEqual([{ client_id: mine.id }]);
    await expect(sql`insert into company (client_id, name) values (${theirs.id}, 'Smuggled')`.execute(db)).rejects.toThrow(
      'row-level security',
    );
    const { numAffectedRows } = await sql`update ingredient set price = 0 where client_id = ${theirs.id}`.execute(db);
    expect(numAffectedRows).toBe(0n);
  });

  test('serve the next client correctly after a failed transaction', async ({ api }) => {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const db = api.database.forClient(n % 2 === 0 ? mine.id : theirs.id);
        return db
          .transaction()
          .execute((tx) => sql`select 1 / 0`.execute(tx))
          .catch(() => {});
      }),
    );
    expect((await readIds(mine.owner)).some((id) => id === rows.get('/manager/ingredients')?.id)).toBe(false);
    expect(await readIds(theirs.owner)).toContain(rows.get('/manager/ingredients')?.id);
  });

  test('a super administrator acts in one client at a time', async ({ api }) => {
    const root = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
    const answer = await root.caller.get(`dashboard/clients/${mine.id}/manager/ingredients/`);
    expect(answer.data.map((row: { id: number }) => row.id).toSorted()).toEqual((await readIds(mine.owner)).toSorted());
    expect((await root.caller.get('manager/ingredients/')).status).toBe(400);
  });
});

const readIds = async (caller: Caller): Promise<number[]> =>
  (await caller.get('manager/ingredients/')).data.map((row: { id: number }) => row.id);
