import { describe, expect } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { makeAccount, makeClient } from '#tests/support/factories.ts';
import { employed, placesOf } from '#tests/support/person.ts';
import { test } from '#tests/support/test.ts';

let root: Awaited<ReturnType<typeof makeAccount>>;
test.beforeAll(async ({ api }) => {
  root = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
});

describe('personal data', () => {
  test('personal data are complete for the person, the owner and the super administrator, and refused to others', async ({ api }) => {
    const { client, id, caller } = await employed(api);
    await caller.put('auth/pins/', { pins: ['report-inout'] });
    const own = await caller.get('auth/me/export/');
    expect(own.data.account).toMatchObject({
      id,
      email: 'olena.rare@farm.example',
      about: 'Rare woman of the west barn',
      pins: ['report-inout'],
    });
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

  test('disappear everywhere on erasure, and records stay', async ({ api }) => {
    const { client, farm, id, caller } = await employed(api);
    const before = (await client.owner.get('history/farms/')).count;
    expect(await placesOf(api, 'rarename')).toEqual([
      'account.last_name',
      'activity.user_name',
      'history.after',
      'history.before',
      'history.name',
      'history.user_name',
    ]);
    expect((await client.owner.post(`perm/employees/${id}/erase/`, {})).status).toBe(204);
    for (const trace of ['rare woman', '671112233', 'olena.rare@']) expect(await placesOf(api, trace), trace).toEqual([]);
    // A person with the same name stays, and so do similar texts.
    expect(await placesOf(api, 'rarename')).toEqual(['history.before']);
    const { rows } = await readHistory(api, client.id, 'loadings');
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
    // The email can be used again.
    expect(
      (await client.owner.post('perm/employees/create/', { email: 'olena.rare@farm.example', password: 'feed-the-herd-1' })).status,
    ).toBe(201);
  });

  test('people can’t erase themselves, or the last person who manages a client', async ({ api }) => {
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

async function readHistory(api: TestApi, client: number, resource: string) {
  const rows = await api.database.forClient(client).selectFrom('history').select('before').where('resource', '=', resource).execute();
  return { rows: rows.map(({ before }) => before as Record<string, unknown>) };
}
