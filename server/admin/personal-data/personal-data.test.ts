import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../tests/support/api.ts';
import { makeAccount, makeClient, makeFarm } from '../../../tests/support/factories.ts';

let api: TestApi;
let root: Awaited<ReturnType<typeof makeAccount>>;
beforeAll(async () => {
  api = await startApi();
  root = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
});
afterAll(() => api.close());

/** Every text column and snapshot of the whole database in which `needle` stands. */
async function placesOf(needle: string): Promise<string[]> {
  const db = api.database.acrossClients();
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select c.table_name, c.column_name from information_schema.columns c join pg_class k on k.relname = c.table_name
    where c.table_schema = 'public' and k.relkind in ('r', 'p') and not k.relispartition and c.data_type in ('text', 'jsonb', 'ARRAY')
    order by 1, 2`.execute(db);
  const found: string[] = [];
  for (const { table_name, column_name } of rows) {
    const { rows: hits } = await sql`
      select from ${sql.table(table_name)} where strpos(lower(${sql.ref(column_name)}::text), lower(${needle})) > 0 limit 1`.execute(db);
    if (hits.length > 0) found.push(`${table_name}.${column_name}`);
  }
  return found;
}

/** A client where Olena Rare works: signs in, changes herself and the farm, does the rounds. */
async function employed() {
  const client = await makeClient(api);
  const { farm } = await makeFarm(client.owner);
  const made = await client.owner.post('perm/employees/create/', {
    email: 'olena.rare@farm.example',
    first_name: 'Olena',
    last_name: 'Rarename',
    phone: '+380671112233',
    about: 'Rare woman of the east barn',
    password: 'feed-the-herd-1',
  });
  const id: number = made.data.id;
  await client.owner.put(`perm/employees/${id}/`, { about: 'Rare woman of the west barn', group: null });
  const db = api.database.acrossClients();
  await db.updateTable('account').set({ user_type: 'client', must_change_password: false }).where('id', '=', id).execute();
  const caller = await api.signIn('olena.rare@farm.example');
  await caller.put(`manager/farms/${farm}/`, { zootechnician: 'somebody else' });
  await db.updateTable('account').set({ user_type: 'employee' }).where('id', '=', id).execute();
  const snapshot = JSON.stringify({
    operator: id,
    operator_name: 'Olena Rarename',
    farm: id,
    farm_name: 'Meadow',
    schedules: [
      { operator: id, operator_name: 'Olena Rarename' },
      { operator: id + 1, operator_name: 'Olena Rarename junior' },
    ],
    recipients: ['olena.rare@farm.example', 'boss@farm.example'],
  });
  await db
    .insertInto('history')
    .values({
      client_id: client.id,
      resource: 'loadings',
      resource_id: 1,
      type: 'update',
      name: 'Morning',
      user_id: null,
      user_name: 'Terminal',
      language: 'uk',
      timezone: 'UTC',
      before: snapshot,
      after: null,
    })
    .execute();
  await db
    .insertInto('sign_in_attempt')
    .values({
      key: 'login olena.rare@farm.example from 203.0.113.9',
      failures: 1,
      at: new Date().toISOString(),
      next_at: new Date().toISOString(),
    })
    .execute();
  return { client, farm, id, caller };
}

describe('personal data', () => {
  it('are told whole to the person, to the owner and to the super administrator, and to nobody else', async () => {
    const { client, id, caller } = await employed();
    const own = await caller.get('auth/me/export/');
    expect(own.data.account).toMatchObject({ id, email: 'olena.rare@farm.example', about: 'Rare woman of the west barn' });
    expect(own.data.sign_ins).toHaveLength(1);
    expect(own.data.changes).toMatchObject([{ client: client.id, resource: 'farms', type: 'update' }]);
    expect(own.data.clients).toMatchObject([{ id: client.id }]);
    expect((await client.owner.get(`perm/employees/${id}/export/`)).data.account.id).toBe(id);
    expect((await root.caller.get(`dashboard/users/${id}/export/`)).data.account.id).toBe(id);
    expect(JSON.stringify(own.data)).not.toMatch(/argon2|password/);
    const stranger = await makeClient(api);
    expect((await stranger.owner.get(`perm/employees/${id}/export/`)).status).toBe(404);
    expect((await client.owner.get(`dashboard/users/${id}/export/`)).status).toBe(403);
    expect((await client.owner.get(`perm/employees/${client.ownerId}/export/`)).status).toBe(404);
    expect((await root.caller.delete(`dashboard/users/${id}/`)).status).toBe(204);
  });

  it('go from everywhere when they are erased, and what was recorded stays', async () => {
    const { client, farm, id, caller } = await employed();
    const before = (await client.owner.get('history/farms/')).count;
    expect(await placesOf('rarename')).toEqual([
      'account.last_name',
      'activity.user_name',
      'history.after',
      'history.before',
      'history.name',
      'history.user_name',
    ]);
    expect((await client.owner.post(`perm/employees/${id}/erase/`, {})).status).toBe(204);
    for (const trace of ['rare woman', '671112233', 'olena.rare@']) expect(await placesOf(trace), trace).toEqual([]);
    // A namesake stays, and so does what only looks like the person.
    expect(await placesOf('rarename')).toEqual(['history.before']);
    const { rows } = await historyOf(client.id, 'loadings');
    expect(rows[0]).toMatchObject({
      operator: id,
      operator_name: `Видалений користувач № ${id}`,
      farm_name: 'Meadow',
      schedules: [{ operator_name: `Видалений користувач № ${id}` }, { operator_name: 'Olena Rarename junior' }],
      recipients: [`Видалений користувач № ${id}`, 'boss@farm.example'],
    });
    const { data: farms, count } = await client.owner.get('history/farms/');
    expect(count).toBe(before);
    expect(farms[0]).toMatchObject({ resource_id: farm, user_name: `Видалений користувач № ${id}` });
    expect((await caller.get('auth/me/')).status).toBe(401);
    expect((await client.owner.get(`perm/employees/${id}/`)).status).toBe(404);
    expect((await root.caller.get(`dashboard/users/${id}/`)).status).toBe(404);
    expect((await root.caller.delete(`dashboard/users/${id}/`)).status).toBe(404);
    const { data: log } = await root.caller.get('dashboard/activities/?action=erase');
    expect(log[0]).toMatchObject({ resource: 'users', resource_id: id, client: client.id });
    // The email is free again.
    expect(
      (await client.owner.post('perm/employees/create/', { email: 'olena.rare@farm.example', password: 'feed-the-herd-1' })).status,
    ).toBe(201);
  });

  it("can't be erased by oneself, nor when nobody could look after the client any more", async () => {
    expect((await root.caller.delete(`dashboard/users/${root.id}/`)).errors.detail?.[0]?.code).toBe('own_account');
    const client = await makeClient(api);
    await makeAccount(api, { user_type: 'employee', client_id: client.id });
    const refused = await root.caller.delete(`dashboard/users/${client.ownerId}/`);
    expect([refused.status, refused.errors.detail?.[0]?.code]).toEqual([409, 'last_owner']);
    expect((await client.owner.get('auth/me/')).status).toBe(200);
    await makeAccount(api, { user_type: 'client', client_id: client.id });
    expect((await root.caller.delete(`dashboard/users/${client.ownerId}/`)).status).toBe(204);
    const chief = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
    const both = await Promise.all([
      root.caller.delete(`dashboard/users/${chief.id}/`),
      chief.caller.delete(`dashboard/users/${root.id}/`),
    ]);
    expect(both.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});

async function historyOf(client: number, resource: string) {
  const rows = await api.database.forClient(client).selectFrom('history').select('before').where('resource', '=', resource).execute();
  return { rows: rows.map(({ before }) => before as Record<string, unknown>) };
}
