import { describe, expect } from 'vitest';
import { type Caller, PASSWORD } from '#tests/support/api.ts';
import { makeAccount, makeClient, makeFarm } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

describe('users and clients', () => {
  test('a client is created with its first user, who can sign in', async ({ api, root }) => {
    const made = await root.post('dashboard/users/create/', {
      email: 'owner@fresh.example',
      user_type: 'client',
      company_name: 'Fresh farm',
      modules: ['manger'],
      password: PASSWORD,
    });
    expect([made.status, made.data.company_name]).toEqual([201, 'Fresh farm']);
    const guest = await api.signIn('owner@fresh.example');
    expect((await guest.post('manager/companies/', { name: 'First company' })).status).toBe(403);
    const own = 'an own password 1';
    expect((await guest.put('auth/me/', { password: PASSWORD, new_password: own })).status).toBe(200);
    const owner = await api.signIn('owner@fresh.example', own);
    expect((await owner.post('manager/companies/', { name: 'First company' })).status).toBe(201);
    const client = (await root.get(`dashboard/clients/${made.data.client}/`)).data;
    expect(client).toMatchObject({ company_name: 'Fresh farm', users_count: 1, farms_count: 0, modules: ['manger'], currency: 'UAH' });
    const polish = { email: 'owner@polish.example', company_name: 'Polish farm', language: 'pl', password: PASSWORD };
    const inPoland = (await root.post('dashboard/users/create/', polish)).data.client;
    expect((await root.get(`dashboard/clients/${inPoland}/`)).data.currency).toBe('PLN');
    expect((await root.put(`dashboard/clients/${inPoland}/`, { currency: 'EUR' })).data.currency).toBe('EUR');
    expect((await root.put(`dashboard/clients/${inPoland}/`, { currency: 'XXX' })).errors.currency?.[0]?.code).toBe(23);
    const again = await root.post('dashboard/users/create/', { email: 'owner@fresh.example', company_name: 'Other', password: PASSWORD });
    expect([again.status, again.errors.email?.[0]?.code]).toEqual([400, 121]);
    const taken = await root.post('dashboard/users/create/', { email: 'x@fresh.example', company_name: 'fresh FARM', password: PASSWORD });
    expect(taken.errors.company_name?.[0]?.code).toBe(5);
    expect((await root.put(`dashboard/users/${made.data.id}/`, { user_type: 'admin' })).errors.user_type?.[0]?.code).toBe(23);
  });

  test('a consultant sees only assigned clients, read-only', async ({ api, root }) => {
    const mine = await makeClient(api);
    const other = await makeClient(api);
    const consultant = await makeAccount(api, { user_type: 'consultant' });
    expect((await consultant.caller.get('dashboard/clients/')).count).toBe(0);
    expect((await root.put(`dashboard/clients/${mine.id}/`, { consultants: [consultant.id] })).data.consultants).toEqual([consultant.id]);
    expect((await consultant.caller.get('dashboard/clients/')).data.map((row: { id: number }) => row.id)).toEqual([mine.id]);
    await makeFarm(mine.owner);
    expect((await consultant.caller.get(`dashboard/clients/${mine.id}/manager/companies/`)).count).toBe(1);
    expect((await consultant.caller.post(`dashboard/clients/${mine.id}/manager/companies/`, { name: 'No' })).status).toBe(403);
    expect((await consultant.caller.get(`dashboard/clients/${other.id}/manager/companies/`)).status).toBe(404);
    expect((await consultant.caller.get('manager/companies/')).errors.client?.[0]?.code).toBe(2);
    expect((await mine.owner.get('dashboard/clients/')).status).toBe(403);
  });

  test('only the super administrator can read users and the activity log', async ({ api, root }) => {
    const admin = await makeAccount(api, { user_type: 'admin' });
    for (const path of ['dashboard/users/', 'dashboard/activities/']) {
      expect((await admin.caller.get(path)).status).toBe(403);
      expect((await root.get(path)).status).toBe(200);
    }
    const acts = (await root.get('dashboard/activities/?action=sign_in&page_size=5')).data;
    expect(acts.length).toBeGreaterThan(0);
    expect(acts.every((act: { action: string }) => act.action === 'sign_in')).toBe(true);
  });

  test('the activity log is searched in the reader’s language', async ({ api, root }) => {
    const client = await makeClient(api);
    const company = (await client.owner.post('manager/companies/', { name: 'Brook' })).data;
    const german = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
    await german.caller.put('auth/me/', { language: 'de' });
    const found = async (who: Caller, words: string) =>
      (await who.get(`dashboard/activities/?client=${client.id}&search=${encodeURIComponent(words)}`)).data.map(
        ({ resource, action }: { resource: string; action: string }) => `${action} ${resource}`,
      );
    expect(await found(german.caller, 'unternehmen')).toEqual(['create companies']);
    expect(await found(german.caller, 'Компанія')).toEqual([]);
    expect((await german.caller.get(`dashboard/activities/?client=${client.id}&search=entreprise&language=fr`)).count).toBe(1);
    for (const words of ['компанія', 'СТВОРЕННЯ', 'companies', `№ ${company.id}`]) {
      expect([words, await found(root, words)]).toEqual([words, ['create companies']]);
    }
    const { company_name } = (await root.get(`dashboard/clients/${client.id}/`)).data;
    expect(await found(root, company_name)).toContain('create companies');
    expect(await found(root, 'нічого такого')).toEqual([]);
    // Past midnight in Kyiv, the previous day by UTC.
    await api.database
      .acrossClients()
      .updateTable('activity')
      .set({ at: '2024-11-24T22:30:00Z' })
      .where('client_id', '=', client.id)
      .where('resource', '=', 'companies')
      .execute();
    for (const day of ['24.11.2024', '24.11.', '2024-11-24']) expect([day, await found(root, day)]).toEqual([day, ['create companies']]);
    for (const day of ['25.11.2024', '11/24/2024', '24.12.']) expect([day, await found(root, day)]).toEqual([day, []]);
    expect((await german.caller.get(`dashboard/activities/?client=${client.id}&search=11/24/2024&language=us`)).count).toBe(1);
  });

  test("setting a user's password ends earlier sign-ins", async ({ api, root }) => {
    const person = await makeAccount(api, { user_type: 'staff' });
    expect((await root.put(`dashboard/users/${person.id}/password/`, { password: 'another one 2' })).status).toBe(204);
    expect((await person.caller.get('auth/me/')).status).toBe(401);
    expect((await api.signIn(person.email, 'another one 2')).token).toBeTruthy();
  });
});

describe('employees and access groups', () => {
  test('belong to one client, have versions, and refuse wrong input', async ({ api }) => {
    const client = await makeClient(api);
    const { farm } = await makeFarm(client.owner);
    const group = (await client.owner.post('perm/groups/', { name: 'Office', farms: [farm], permissions: [] })).data;
    const made = await client.owner.post('perm/employees/create/', { email: 'e1@farm.example', group: group.id, password: PASSWORD });
    expect([made.status, made.data.group_name]).toEqual([201, 'Office']);
    const own = 'an own password 1';
    await (await api.signIn('e1@farm.example')).put('auth/me/', { password: PASSWORD, new_password: own });
    const employee = await api.signIn('e1@farm.example', own);
    expect((await employee.get('manager/farms/dashboard/')).data.map((row: { id: number }) => row.id)).toEqual([farm]);
    expect((await client.owner.put(`perm/employees/${made.data.id}/`, { first_name: 'A', version: 99 })).status).toBe(409);
    expect((await client.owner.delete(`perm/groups/${group.id}/`)).errors.detail?.[0]).toMatchObject({
      code: 'in_use',
      values: ['e1@farm.example'],
    });
    const bad = await client.owner.post('perm/groups/', { name: 'X', farms: [999_999], permissions: [] });
    expect(bad.errors['farms.0']?.[0]?.code).toBe(23);
    const stranger = await makeClient(api);
    expect((await stranger.owner.get(`perm/employees/${made.data.id}/`)).status).toBe(404);
    expect(
      (await stranger.owner.post('perm/employees/create/', { email: 'e2@farm.example', group: group.id, password: PASSWORD })).errors
        .group?.[0]?.code,
    ).toBe(23);
    expect((await client.owner.delete(`perm/employees/${made.data.id}/`)).status).toBe(204);
    expect((await employee.get('auth/me/')).status).toBe(401);
  });

  test('farms outside the group can’t be reached', async ({ api }) => {
    const client = await makeClient(api);
    const a = await makeFarm(client.owner);
    const b = await makeFarm(client.owner);
    const view = { module: 'manger', name: 'group', view: true, add: true, change: true, delete: true };
    const group = (await client.owner.post('perm/groups/', { name: 'Bound', farms: [a.farm], permissions: [view] })).data;
    const { caller } = await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: group.id });
    const herd = (await client.owner.post('manager/groups/', { farm: b.farm, name: 'Far herd', animal_type: b.cows, animal_count: 5 }))
      .data;
    expect((await caller.get(`manager/groups/${herd.id}/`)).status).toBe(404);
    expect((await caller.put(`manager/groups/${herd.id}/`, { name: 'Mine' })).status).toBe(404);
    expect((await caller.post('manager/groups/', { farm: b.farm, name: 'New', animal_type: b.cows })).errors.farm?.[0]?.code).toBe(23);
    expect((await caller.get('manager/groups/')).count).toBe(0);
  });
});
