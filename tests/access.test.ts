import { describe, expect } from 'vitest';
import { permissionsOf, rightsOf } from '#contract/access.ts';
import { ACCESS_PRESETS } from '#contract/access-presets.ts';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import { test } from '#tests/support/test.ts';
import { type Caller, callerOf } from './support/api.ts';
import { make, makeAccount, makeClient, makeFarm } from './support/factories.ts';

/** Roles in the table's order. */
const ROLES = ['superadmin', 'admin', 'staff', 'consultant', 'owner', 'manager', 'accountant', 'feeder', 'nothing', 'key'] as const;
type Role = (typeof ROLES)[number];

/** Id of no row: a permitted caller gets 404 or 400, and nothing happens. */
const NOBODYS = 1_999_999_999;
/** Endpoints that would end the sign-ins of later calls. */
const ENDS_SIGN_IN = ['post /auth/logout', 'delete /auth/sessions'];

const endpoints = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints];
const describeEndpoint = ({ method, path }: Endpoint) => `${method} ${path}`;

let client: number;
const callers = {} as Record<Role, Caller>;

test.beforeAll(async ({ api }) => {
  const made = await makeClient(api);
  client = made.id;
  const makeOwnCaller = async (preset?: keyof typeof ACCESS_PRESETS) => {
    const group = await make(made.owner, 'perm/groups/', {
      name: preset ?? 'Nothing',
      permissions: preset ? permissionsOf(ACCESS_PRESETS[preset]) : [],
    });
    return (await makeAccount(api, { user_type: 'employee', client_id: client, access_group_id: group.id })).caller;
  };
  const { farm } = await makeFarm(made.owner);
  const key = await make(made.owner, 'manager/keys/', { farm, name: 'Terminal' });
  Object.assign(callers, {
    superadmin: (await makeAccount(api, { user_type: 'admin', is_superadmin: true })).caller,
    admin: (await makeAccount(api, { user_type: 'admin' })).caller,
    staff: (await makeAccount(api, { user_type: 'staff', clients: [client] })).caller,
    consultant: (await makeAccount(api, { user_type: 'consultant', clients: [client] })).caller,
    owner: made.owner,
    manager: await makeOwnCaller('manager'),
    accountant: await makeOwnCaller('accountant'),
    feeder: await makeOwnCaller('feeder'),
    nothing: await makeOwnCaller(),
    key: callerOf(api.app, String(key.secret), 'Key'),
  } satisfies Record<Role, Caller>);
});

/** True if the server admits the role: any answer except 403. Other errors don't count. */
async function isLetIn(role: Role, endpoint: Endpoint): Promise<boolean> {
  const acting = endpoint.scope === 'client' && ['superadmin', 'admin', 'staff', 'consultant'].includes(role);
  const path = endpoint.path.replace('{id}', String(NOBODYS)).replace(/\{\w+\}/g, 'x');
  const at = `${acting ? `dashboard/clients/${client}/` : ''}${path.slice(1)}/`;
  const caller = callers[role];
  const answer =
    endpoint.method === 'get'
      ? await caller.get(at)
      : endpoint.method === 'delete'
        ? await caller.delete(at)
        : await caller[endpoint.method](at, {});
  expect([describeEndpoint(endpoint), role, answer.status]).not.toEqual([describeEndpoint(endpoint), role, 401]);
  expect(answer.status, describeEndpoint(endpoint)).toBeLessThan(500);
  return answer.status !== 403;
}

describe('every role at every route', () => {
  const walked = endpoints.filter((endpoint) => endpoint.scope !== 'public' && !ENDS_SIGN_IN.includes(describeEndpoint(endpoint)));
  const table: string[] = [];

  test.each(walked.map((endpoint) => [describeEndpoint(endpoint), endpoint] as const))('%s', async (name, endpoint) => {
    const row: string[] = [];
    for (const role of ROLES) row.push((await isLetIn(role, endpoint)) ? '✓' : '–');
    table.push(`| ${name} | ${row.join(' | ')} |`);
  });

  test('every role has the access that the table shows', async () => {
    const head = [`| route | ${ROLES.join(' | ')} |`, `|---|${ROLES.map(() => '---').join('|')}|`];
    const text = [
      '# Access by route and role',
      '',
      '`tests/access.test.ts` calls every route with every role over HTTP. `npx vitest run tests/access.test.ts --update=all` generates this page.',
      '',
    ];
    await expect(`${[...text, ...head, ...table.toSorted()].join('\n')}\n`).toMatchFileSnapshot('../docs/access.md');
  });
});

describe('the screens', () => {
  test('use the same rights as the server', async () => {
    for (const role of ROLES.filter((one) => one !== 'key')) {
      const { data: me } = await callers[role].get('auth/me/');
      const { data: own } = await callers[role].get('perm/permissions/');
      expect(permissionsOf(rightsOf(me.user_type, me.is_superadmin, me.modules, me.permissions)), role).toEqual(own);
    }
  });
});

describe('a client that is not theirs', () => {
  test.for(['staff', 'consultant', 'owner', 'manager', 'key'] as const)('the client is unknown to %s', async (role, { api }) => {
    const other = await makeClient(api);
    for (const path of ['manager/companies/', 'report/list/', 'history/farms/', 'schedule/schedules/', 'leftovers/leftovers/']) {
      const { status, data } = await callers[role].get(`dashboard/clients/${other.id}/${path}`);
      expect([path, status, data]).toEqual([path, 404, undefined]);
    }
  });
});
