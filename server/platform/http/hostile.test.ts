import { describe, expect } from 'vitest';
import { z } from 'zod';
import { permissionsOf } from '#contract/access.ts';
import { ACCESS_PRESETS } from '#contract/access-presets.ts';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import { type Answer, type Caller, callerOf } from '#tests/support/api.ts';
import { bodyFor, callEndpoint, everythingOf, fillClient } from '#tests/support/every-row.ts';
import { make, makeAccount, makeClient, type TestClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';
import type { Endpoint } from './endpoint.ts';

/** Roles inside a client, each of which could try to reach another client. */
const ROLES = ['owner', 'manager', 'staff', 'consultant', 'key'] as const;
type Role = (typeof ROLES)[number];
type Row = Record<string, unknown>;

let mine: TestClient;
let theirs: TestClient;
const attackers = {} as Record<Role, { caller: Caller; prefix: string }>;
/** A row of each resource by its path. */
const own = new Map<string, Row>();
const foreign = new Map<string, Row>();
let secrets: string[];
let before: string;

const inside = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints].filter((endpoint) => endpoint.scope === 'client');
const describeEndpoint = ({ method, path }: Endpoint) => `${method} ${path}`;
const getResourcePath = ({ path }: Endpoint) => path.split('/{id}')[0] ?? '';
const REFUSED = [400, 403, 404];
const DATES = ['planned_on_after=2026-01-01', 'planned_on_before=2026-03-01'];
/** True if the endpoint reads this query parameter. The contract ignores parameters that it doesn't name. */
const takes = ({ query }: Endpoint, name: string) =>
  query instanceof z.ZodObject ? name in query.shape || query.def.catchall !== undefined : query !== undefined;

test.beforeAll(async ({ api }) => {
  mine = await makeClient(api);
  theirs = await makeClient(api);
  await fillClient(mine, (path, row) => own.set(path, row));
  await fillClient(theirs, (path, row) => foreign.set(path, row));
  secrets = listSecrets();
  expect(secrets.length).toBeGreaterThan(5);
  const group = await make(mine.owner, 'perm/groups/', { name: 'Managers', permissions: permissionsOf(ACCESS_PRESETS.manager) });
  const person = async (values: Parameters<typeof makeAccount>[1]) => (await makeAccount(api, values)).caller;
  const key = await make(mine.owner, 'manager/keys/', { farm: own.get('/manager/farms')?.id, name: 'Terminal' });
  const acting = `/dashboard/clients/${mine.id}`;
  Object.assign(attackers, {
    owner: { caller: mine.owner, prefix: '' },
    manager: { caller: await person({ user_type: 'employee', client_id: mine.id, access_group_id: group.id }), prefix: '' },
    staff: { caller: await person({ user_type: 'staff', clients: [mine.id] }), prefix: acting },
    consultant: { caller: await person({ user_type: 'consultant', clients: [mine.id] }), prefix: acting },
    key: { caller: callerOf(api.app, String(key.secret), 'Key'), prefix: '' },
  } satisfies typeof attackers);
  before = await everythingOf(api.database, theirs.id);
});

/** Names of the other client's rows as JSON, which would reveal a row. */
const listSecrets = () =>
  [...foreign.values()]
    .flatMap((row) => Object.values(row))
    .filter(
      (value): value is string => typeof value === 'string' && /^(Feed|Ration|Group|Mixer|Farm|Company|Stock|Type|Cows) \d+$/.test(value),
    )
    .map((secret) => `"${secret}"`);

function expectNoSecrets(answer: Answer<unknown>, what: string): void {
  const text = JSON.stringify(answer);
  expect(
    secrets.filter((secret) => text.includes(secret)),
    what,
  ).toEqual([]);
}

describe.each(ROLES)('%s', (role) => {
  test('reaches no row of another client by id, in the own or the other client', async () => {
    for (const endpoint of inside.filter(({ path }) => path.includes('{id}'))) {
      const row = foreign.get(getResourcePath(endpoint));
      const path = endpoint.path.replace('{id}', String(row?.id ?? 1_999_999_999)).replace(/\{\w+\}/g, 'x');
      const body = bodyFor(endpoint, row, foreign.get('/manager/ingredients')?.id);
      for (const prefix of [attackers[role].prefix, `/dashboard/clients/${theirs.id}`]) {
        const answer = await callEndpoint(attackers[role].caller, endpoint, prefix + path, body);
        expect(REFUSED, `${prefix} ${describeEndpoint(endpoint)}: ${answer.status}`).toContain(answer.status);
        expect(answer.data).toBeUndefined();
        if (endpoint.method === 'get' || endpoint.method === 'delete') expectNoSecrets(answer, describeEndpoint(endpoint));
      }
    }
  });

  test('gets no foreign row by naming it in a query', async () => {
    const filters: Record<string, unknown> = {
      planned_on_after: '2026-01-01',
      planned_on_before: '2027-12-31',
      farm: foreign.get('/manager/farms')?.id,
      company: foreign.get('/manager/companies')?.id,
      animal_type: foreign.get('/manager/animaltypes')?.id,
      group: foreign.get('/manager/groups')?.id,
      ration: foreign.get('/manager/rations')?.id,
      mixer: foreign.get('/manager/mixers')?.id,
      ingredient: foreign.get('/manager/ingredients')?.id,
      stock: foreign.get('/manager/stocks')?.id,
      type: foreign.get('/manager/ingtedienttypes')?.id,
      loading: foreign.get('/manager/loadings')?.id,
      animalfeed_recipe: foreign.get('/manager/recipes')?.id,
      worker: theirs.ownerId,
      user: theirs.ownerId,
      client: theirs.id,
    };
    const asked = inside.filter((endpoint) => endpoint.method === 'get' && !endpoint.path.includes('{'));
    expect(asked.length).toBeGreaterThan(25);
    for (const endpoint of asked) {
      const taken = Object.keys(filters).filter((filter) => takes(endpoint, filter));
      const others = Object.keys(filters).filter((filter) => !taken.includes(filter));
      // Known parameters are tried one at a time, ignored ones all together.
      for (const named of [...taken.map((filter) => [filter]), others]) {
        const dates = named.some((filter) => filter.startsWith('planned')) ? [] : DATES;
        const query = [...named.map((filter) => `${filter}=${filters[filter]}`), ...dates].join('&');
        const { prefix, caller } = attackers[role];
        const answer = await caller.get(`${(prefix + endpoint.path).slice(1)}/?${query}`);
        expect(answer.status, `${describeEndpoint(endpoint)} ${named}`).toBeLessThan(500);
        expectNoSecrets(answer, `${describeEndpoint(endpoint)} ${named}`);
      }
    }
  });

  test('can’t create or change a row that references a foreign row', async () => {
    const { prefix, caller } = attackers[role];
    for (const [path, row] of own) {
      const their = foreign.get(path) ?? {};
      // One reference at a time, so that no other one causes the refusal.
      for (const field of Object.keys(row).filter(
        (key) => key !== 'id' && typeof row[key] === 'number' && typeof their[key] === 'number',
      )) {
        if (!isReference(field)) continue;
        const body = { ...row, name: `Stolen ${field}`, [field]: their[field], version: undefined };
        for (const answer of [
          await caller.post(`${(prefix + path).slice(1)}/`, body),
          await caller.put(`${(prefix + path).slice(1)}/${row.id}/`, { [field]: their[field] }),
        ]) {
          // A field that can't be set is ignored, and contains no foreign id.
          if (answer.status < 300) expect((answer.data as Row)[field], `${path} ${field}`).not.toBe(their[field]);
          else expect([400, 403, 404, 405, 409], `${path} ${field}: ${answer.status}`).toContain(answer.status);
          expectNoSecrets(answer, `${path} ${field}`);
        }
      }
    }
  });
});

const isReference = (field: string) =>
  foreign.has(`/manager/${field}s`) ||
  ['company', 'farm', 'animal_type', 'type', 'stock', 'ingredient', 'ration', 'mixer', 'recipe', 'loading', 'group'].includes(field);

test('leaves all foreign rows unchanged', async ({ api }) => {
  expect(await everythingOf(api.database, theirs.id)).toBe(before);
});
