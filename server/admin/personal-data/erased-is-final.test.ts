import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { record } from '#server/platform/resource/history.ts';
import type { TestApi } from '#tests/support/api.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { employed, placesOf, sentTo } from '#tests/support/person.ts';
import { test } from '#tests/support/test.ts';

let api: TestApi;
let root: Awaited<ReturnType<typeof makeAccount>>;
test.beforeEach(async ({ ownApi }) => {
  api = ownApi;
  root = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
});

describe('a person with former names', () => {
  const NEW = { email: 'halyna.fresh@farm.example', first_name: 'Halyna', last_name: 'Freshname', phone: '+380671114455' };
  const TRACES = ['olena.rare', '671112233', 'freshname', 'halyna.fresh', '671114455'];

  test('a person is erased under each name and email, also in recipients and outbox', async () => {
    const { client, id, farm } = await employed(api);
    const db = api.database.acrossClients();
    const seen = await db.selectFrom('account').select('version').where('id', '=', id).executeTakeFirstOrThrow();
    // By the list of all accounts, which writes no history.
    expect((await root.caller.put(`dashboard/users/${id}/`, { ...NEW, version: seen.version })).status).toBe(200);
    const { data: told } = await root.caller.get(`dashboard/users/${id}/export/`);
    expect(told.account.former).toEqual(['+380671112233', 'Olena Rarename', 'olena.rare@farm.example']);
    const recipients = ['boss@farm.example', 'olena.rare@farm.example', NEW.email];
    const { subscription } = await sentTo(api, client, farm, recipients);
    const { data: held } = await root.caller.get(`dashboard/users/${id}/export/`);
    expect(held.mail_addresses).toMatchObject([{ client: client.id, email: NEW.email, state: 'confirmed' }]);
    expect((await client.owner.post(`perm/employees/${id}/erase/`, {})).status).toBe(204);
    const { rows: known } = await sql`select email from mail_address`.execute(db);
    expect(known).toEqual([{ email: 'boss@farm.example' }]);
    await onlyTheNamesakeIsLeft(TRACES);
    const left = await db.selectFrom('report_subscription').select(['recipients', 'active']).where('id', '=', subscription).execute();
    expect(left).toEqual([{ recipients: ['boss@farm.example'], active: true }]);
    const sendings = await db.selectFrom('report_sending').select('recipient').where('subscription_id', '=', subscription).execute();
    expect(sendings.map(({ recipient }) => recipient).sort()).toEqual(['boss@farm.example', `Видалений користувач № ${id}`]);
  });

  test('an email that belongs to another person now stays', async () => {
    const { client, id } = await employed(api);
    await client.owner.put(`perm/employees/${id}/`, NEW);
    const heir = await client.owner.post('perm/employees/create/', {
      email: 'olena.rare@farm.example',
      first_name: 'Heir',
      last_name: 'Of the mailbox',
      password: 'feed-the-herd-1',
    });
    await client.owner.put(`perm/employees/${heir.data.id}/`, { about: 'stays' });
    expect((await client.owner.post(`perm/employees/${id}/erase/`, {})).status).toBe(204);
    expect(await placesOf(api, 'olena.rare@')).toEqual(['account.email', 'attempt.key', 'history.after', 'history.before']);
    expect((await client.owner.post(`perm/employees/${heir.data.id}/erase/`, {})).status).toBe(204);
  });
});

describe('erased is final', () => {
  test('neither a restore nor a change of the row restores a person', async () => {
    const { client, id } = await employed(api);
    expect((await client.owner.post(`perm/employees/${id}/erase/`, {})).status).toBe(204);
    expect((await client.owner.post(`perm/employees/${id}/restore/`, {})).status).toBe(404);
    const { data } = await client.owner.get('perm/employees/');
    expect(data).toEqual([]);
    const db = api.database.acrossClients();
    await sql`update account set deleted = false, locked = false, last_name = 'Rarename', erased_at = null where id = ${id}`.execute(db);
    const account = await db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(account).toMatchObject({ deleted: true, locked: true, last_name: `Видалений користувач № ${id}` });
  });

  test('an earlier write is found, and a waiting write finds the name erased', async () => {
    const { client, farm, id, caller } = await employed(api);
    const db = api.database.acrossClients();
    await db.updateTable('account').set({ user_type: 'client' }).where('id', '=', id).execute();
    const person = { client: client.id, id, name: 'Olena Rarename', language: 'uk', ip: '203.0.113.7' };
    const change = {
      resource: 'farms' as const,
      id: farm,
      farm,
      name: 'Meadow',
      before: null,
      after: { operator: id, operator_name: 'Olena Rarename' },
    };
    const erased = await db.transaction().execute(async (tx) => {
      await record(tx, person, change);
      await sql`select 1`.execute(tx); // what is noted goes with the next statement
      const erasing = root.caller.delete(`dashboard/users/${id}/`);
      expect(await Promise.race([erasing, pause(300, 'waits')])).toBe('waits');
      return { erasing };
    });
    expect((await erased.erasing).status).toBe(204);
    // Read the name before the erasure and wrote it after.
    await db.transaction().execute((tx) => record(tx, person, change));
    expect((await caller.put('auth/me/', { last_name: 'Rarename' })).status).toBe(401);
    await onlyTheNamesakeIsLeft(['olena.rare@', '203.0.113.7']);
  });

  test('a write that waits during the erasure restores nothing', async () => {
    const { client, farm, id, caller } = await employed(api);
    const db = api.database.acrossClients();
    await db.updateTable('account').set({ user_type: 'client' }).where('id', '=', id).execute();
    const { writes, erasing } = await db.transaction().execute(async (tx) => {
      // Stops the eraser after it has locked the account, so that the others queue behind it.
      await sql`select from history where client_id = ${client.id} and user_id = ${id} for update`.execute(tx);
      const erasing = root.caller.delete(`dashboard/users/${id}/`);
      await pause(300);
      const writes = [
        caller.put(`manager/farms/${farm}/`, { zootechnician: 'a third one' }),
        caller.put('auth/me/', { about: 'Rare woman' }),
        client.owner.put(`perm/employees/${id}/`, { last_name: 'Rarename' }),
        api.signIn('olena.rare@farm.example').catch(() => null),
      ];
      await pause(300);
      return { erasing, writes };
    });
    expect((await erasing).status).toBe(204);
    await Promise.all(writes);
    await onlyTheNamesakeIsLeft(['olena.rare@', 'rare woman']);
    expect((await db.selectFrom('session').select('id').where('account_id', '=', id).execute()).length).toBe(0);
  });

  test('a list of recipients that is saved meanwhile loses the person', async () => {
    const { client, farm, id } = await employed(api);
    const { subscription } = await sentTo(api, client, farm, ['boss@farm.example']);
    const db = api.database.acrossClients();
    await sql`update report_subscription set way = 'link' where id = ${subscription}`.execute(db);
    const path = `report/subscriptions/${subscription}/`;
    const { writing, erasing } = await db.transaction().execute(async (tx) => {
      await sql`select from history where client_id = ${client.id} and user_id = ${id} for update`.execute(tx);
      const erasing = root.caller.delete(`dashboard/users/${id}/`);
      await pause(300);
      const writing = client.owner.put(path, { recipients: ['boss@farm.example', 'olena.rare@farm.example'] });
      await pause(300);
      return { erasing, writing };
    });
    expect((await erasing).status).toBe(204);
    expect(await writing).toMatchObject({ status: 200, data: { recipients: ['boss@farm.example'] } });
    expect(await placesOf(api, 'olena.rare@')).toEqual([]);
  });
});

async function onlyTheNamesakeIsLeft(traces: string[]) {
  for (const trace of traces) expect(await placesOf(api, trace), trace).toEqual([]);
  const { rows } = await sql<{ text: string }>`
    select before::text as text from history where before::text ~ 'Rarename'`.execute(api.database.acrossClients());
  expect(rows.map(({ text }) => text.match(/Olena Rarename[^"]*/g))).toEqual([['Olena Rarename junior']]);
  expect(await placesOf(api, 'rarename')).toEqual(['history.before']);
}
