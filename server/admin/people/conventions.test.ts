import pg from 'pg';
import { expect } from 'vitest';
import { migrations } from '#server/db/migrate.ts';
import { type Caller, callerOf, type TestApi } from '#tests/support/api.ts';
import { make, makeAccount, makeClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

const AMERICAN = { units: 'lb', clock: '12', week_start: 'sunday' };
const METRIC = { units: 'kg', clock: '24', week_start: 'monday' };
const NONE = { units: null, clock: null, week_start: null };

let made = 0;
const person = (language: string) => ({ email: `reader-${++made}@test.example`, language, password: 'meadow-at-dawn' });
/** The settings that a person with a new password sees, read by impersonation. */
async function readConventions(api: TestApi, root: Caller, id: number) {
  const { token } = (await root.post<{ token: string }>(`dashboard/users/${id}/view-as/`, {})).data;
  const { units, clock, week_start, client_conventions, weighs_in_pounds } = (await callerOf(api.app, token).get('auth/me/')).data;
  return { own: { units, clock, week_start }, client: client_conventions, weighs_in_pounds };
}
const newAccount = (root: Caller, body: object) => make(root, 'dashboard/users/create/', body);

test('a new client starts with the settings of its first owner’s language, and its people with the client’s', async ({ api, root }) => {
  const american = await newAccount(root, { ...person('us'), user_type: 'client', company_name: 'Prairie' });
  expect(await readConventions(api, root, american.id)).toEqual({ own: NONE, client: AMERICAN, weighs_in_pounds: true });
  const german = await newAccount(root, { ...person('de'), user_type: 'client', company_name: 'Aue' });
  expect(await readConventions(api, root, german.id)).toEqual({ own: NONE, client: METRIC, weighs_in_pounds: false });

  const atGerman = await newAccount(root, { ...person('us'), user_type: 'employee', client: german.client });
  expect(await readConventions(api, root, atGerman.id)).toEqual({ own: AMERICAN, client: METRIC, weighs_in_pounds: false });
  const atAmerican = await newAccount(root, { ...person('de'), user_type: 'employee', client: american.client });
  expect(await readConventions(api, root, atAmerican.id)).toEqual({ own: NONE, client: AMERICAN, weighs_in_pounds: true });
  const consultants = [
    await newAccount(root, { ...person('us'), user_type: 'consultant' }),
    await newAccount(root, { ...person('de'), user_type: 'consultant' }),
  ];
  expect(await Promise.all(consultants.map(({ id }) => readConventions(api, root, id)))).toEqual([
    { own: AMERICAN, client: null, weighs_in_pounds: false },
    { own: NONE, client: null, weighs_in_pounds: false },
  ]);
});

test('an employee created by the owner starts in the same way', async ({ api, root }) => {
  const { owner } = await makeClient(api);
  const group = await make(owner, 'perm/groups/', { name: 'All', permissions: [] });
  const { id } = await make(owner, 'perm/employees/create/', { ...person('us'), group: group.id });
  expect((await readConventions(api, root, id)).own).toEqual(AMERICAN);
});

test('an account keeps its settings unless its language becomes American English, and can return to the client’s', async ({ api }) => {
  const { owner } = await makeClient(api);
  const put = async (body: object) => {
    const { units, clock, week_start, client_conventions } = (await owner.put('auth/me/', body)).data;
    expect((await owner.get('auth/me/')).data).toMatchObject({ units, clock, week_start, client_conventions });
    return { units, clock, week_start };
  };
  expect(await put({ units: 'lb', week_start: 'saturday' })).toEqual({ units: 'lb', clock: null, week_start: 'saturday' });
  for (const language of ['us', 'de', 'uk']) expect(await put({ language })).toEqual({ units: 'lb', clock: '12', week_start: 'saturday' });
  expect(await put(NONE)).toEqual(NONE);
  const refused = await owner.put('auth/me/', { units: 'st', clock: '10', week_start: 'tuesday' });
  expect([refused.status, Object.keys(refused.errors).toSorted()]).toEqual([400, ['clock', 'units', 'week_start']]);
});

test.for(['auth/me', 'perm/employees', 'dashboard/users'])(
  'the language us, chosen through %s, sets pounds and 12 hours at a client in kilograms; the way back stays open',
  async (path, { api, root }) => {
    const { id: client, owner } = await makeClient(api);
    const group = await make(owner, 'perm/groups/', { name: 'All', permissions: [] });
    const employee = await makeAccount(api, { user_type: 'employee', client_id: client, access_group_id: group.id });
    const { caller, at } = {
      'auth/me': { caller: employee.caller, at: 'auth/me/' },
      'perm/employees': { caller: owner, at: `perm/employees/${employee.id}/` },
      'dashboard/users': { caller: root, at: `dashboard/users/${employee.id}/` },
    }[path]!;
    const seen = async () => {
      const { units, clock, week_start } = (await employee.caller.get('auth/me/')).data;
      return { units, clock, week_start };
    };
    expect((await caller.put(at, { language: 'de' })).status).toBe(200);
    expect(await seen()).toEqual(NONE);
    expect((await caller.put(at, { language: 'us' })).status).toBe(200);
    expect(await seen()).toEqual({ units: 'lb', clock: '12', week_start: null });
    await employee.caller.put('auth/me/', { units: null, clock: '24' });
    // The language is unchanged, so nothing is set again.
    expect((await caller.put(at, { language: 'us' })).status).toBe(200);
    expect(await seen()).toEqual({ units: null, clock: '24', week_start: null });
    await employee.caller.put('auth/me/', { language: 'de' });
    await employee.caller.put('auth/me/', { language: 'us', units: 'kg' });
    expect(await seen()).toEqual({ units: 'kg', clock: '12', week_start: null });
  },
);

test('only the client’s owner and people who may change clients change its settings', async ({ api, root }) => {
  const { id, owner } = await makeClient(api);
  const group = await make(owner, 'perm/groups/', { name: 'All', permissions: [] });
  const employee = await makeAccount(api, { user_type: 'employee', client_id: id, access_group_id: group.id });
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [id] });
  const seen = async () => (await employee.caller.get('auth/me/')).data.client_conventions;
  for (const { caller } of [employee, consultant]) {
    expect((await caller.put('auth/me/', { first_name: 'Late', client_conventions: { units: 'lb' } })).status).toBe(403);
    expect((await caller.put(`dashboard/clients/${id}/`, { units: 'lb' })).status).toBe(403);
  }
  expect(await seen()).toEqual(METRIC);

  const { version } = (await root.get(`dashboard/clients/${id}/`)).data;
  expect((await owner.put('auth/me/', { client_conventions: { units: 'lb', clock: '12' } })).data.client_conventions).toEqual({
    ...METRIC,
    units: 'lb',
    clock: '12',
  });
  expect(await seen()).toEqual({ ...METRIC, units: 'lb', clock: '12' });
  // A person with the client's form open gets a conflict.
  expect((await root.put(`dashboard/clients/${id}/`, { ...METRIC, version })).status).toBe(409);
  expect((await root.put(`dashboard/clients/${id}/`, AMERICAN)).data).toMatchObject({ ...AMERICAN, weighs_in_pounds: true });
  expect(await seen()).toEqual(AMERICAN);
  expect((await consultant.caller.get(`dashboard/clients/${id}/`)).data).toMatchObject(AMERICAN);
});

test('the migration keeps the visible settings of each client, account and mailed report', async ({ api }) => {
  const [metric, american, ownerless] = [await makeClient(api), await makeClient(api), await makeClient(api)];
  const employees = async (client: number) =>
    [
      await makeAccount(api, { user_type: 'employee', client_id: client }),
      await makeAccount(api, { user_type: 'employee', client_id: client }),
    ].map(({ id }) => id);
  const [atMetric, atAmerican] = [await employees(metric.id), await employees(american.id)];
  const consultants = [await makeAccount(api, { user_type: 'consultant' }), await makeAccount(api, { user_type: 'consultant' })];
  const connection = new pg.Client({ connectionString: api.url });
  await connection.connect();
  const ask = async (text: string, ids: readonly number[]) =>
    (await connection.query(`select units, clock, week_start from ${text} where id = any($1) order by id`, [ids])).rows;
  try {
    await connection.query("begin; select set_config('manger.all_clients', 'on', true)");
    for (const table of ['client', 'account']) await connection.query(`alter table ${table} drop units, drop clock, drop week_start`);
    await connection.query('alter table report_subscription drop units, drop clock');
    const americans = [american.ownerId, atMetric[1], atAmerican[1], consultants[1]?.id];
    await connection.query("update account set language = 'us' where id = any($1)", [americans]);
    await connection.query('update account set deleted = true where id = $1', [ownerless.ownerId]);
    await connection.query("select set_config('manger.all_clients', 'off', true)");
    await connection.query(migrations().find(({ name }) => name.startsWith('032'))?.sql ?? '');
    expect(await ask('client', [metric.id, american.id, ownerless.id])).toEqual([METRIC, AMERICAN, METRIC]);
    expect(await ask('account', [metric.ownerId, american.ownerId])).toEqual([NONE, NONE]);
    expect(await ask('account', atMetric)).toEqual([NONE, AMERICAN]);
    expect(await ask('account', atAmerican)).toEqual([METRIC, NONE]);
    // In every client.
    expect(
      await ask(
        'account',
        consultants.map(({ id }) => id),
      ),
    ).toEqual([METRIC, AMERICAN]);
  } finally {
    await connection.query('rollback').finally(() => connection.end());
  }
});
