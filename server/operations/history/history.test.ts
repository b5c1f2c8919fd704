import { expect } from 'vitest';
import { dayAt } from '#common/format/clock.ts';
import { make, makeAccount, makeClient, makeFarm, makeGroup, makeIngredient, makeMixer, makeRation } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

test.beforeAll(async ({ client, at }) => {
  const feed = await makeIngredient(client.owner, at);
  await makeRation(client.owner, at, [{ ingredient: feed.id, percent: 100 }]);
  await makeMixer(client.owner, at);
  await makeGroup(client.owner, at);
});

test.for(['animaltypes', 'farms', 'groups', 'ingredients', 'mixers', 'rations', 'stocks'])('%s', async (list, { client, at }) => {
  const { data, count } = await client.owner.get(`history/${list}/`);
  expect(count).toBe(1);
  expect(data[0]).toMatchObject({ type: 'create', user: client.ownerId, user_name: 'Test client', language: 'uk', before: null });
  expect(data[0].after).toMatchObject({ id: data[0].resource_id, name: data[0].name });
  expect([data[0].farm, data[0].farm_name]).toEqual(list === 'animaltypes' ? [null, null] : [at.farm, expect.any(String)]);
  expect(data[0].timezone).toBe(list === 'animaltypes' ? 'UTC' : 'Europe/Kyiv');
});

test('filters by row, type, user, day and name, and pages', async ({ client, at }) => {
  const group = await makeGroup(client.owner, at);
  for (const animal_count of [1, 2, 3]) await client.owner.put(`manager/groups/${group.id}/`, { animal_count });
  await client.owner.delete(`manager/groups/${group.id}/`);
  const count = async (query: string) => (await client.owner.get(`history/groups/?${query}`)).count;
  expect(await count(`id=${group.id}`)).toBe(5);
  expect(await count(`id=${group.id}&type=update`)).toBe(3);
  expect(await count(`id=${group.id}&type=create,delete`)).toBe(2);
  expect(await count(`search=${encodeURIComponent(String(group.name))}`)).toBe(5);
  expect(await count(`id=${group.id}&user=${client.ownerId}`)).toBe(5);
  expect(await count(`id=${group.id}&user=${client.ownerId + 1000}`)).toBe(0);
  const today = dayAt(new Date(), 'Europe/Kyiv');
  expect(await count(`id=${group.id}&at_after=${today}`)).toBe(5);
  expect(await count(`id=${group.id}&at_before=2020-01-01`)).toBe(0);
  expect(await count(`id=${group.id}&at_after=2099-01-01`)).toBe(0);
  const page = await client.owner.get(`history/groups/?id=${group.id}&page=2&page_size=2`);
  expect([page.count, page.data.map((row: { after: { animal_count: number } }) => row.after.animal_count)]).toEqual([5, [2, 1]]);
  expect((await client.owner.get('history/groups/?type=theft')).status).toBe(400);
  expect((await client.owner.get('history/clients/')).status).toBe(404);
});

test('people bound to farms see the history of these farms', async ({ api, client, at }) => {
  const other = await makeFarm(client.owner);
  const view = { module: 'manger', label: '', name: 'history', view: true, add: false, change: false, delete: false };
  const { id } = await api.database
    .forClient(client.id)
    .insertInto('access_group')
    .values({ client_id: client.id, name: 'Historians', farms: [other.farm], permissions: JSON.stringify([view]) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: id });
  expect((await caller.get('history/farms/')).data.map((row: { resource_id: number }) => row.resource_id)).toEqual([other.farm]);
  expect((await caller.get('history/ingredients/')).count).toBe(0);
  expect((await caller.get(`history/farms/?farm=${at.farm}`)).count).toBe(0);
  expect((await caller.get('history/animaltypes/')).count).toBe(2);
});

test('names who has changed something within reach, once each', async ({ api, client, at }) => {
  const staff = await makeAccount(api, { user_type: 'staff', clients: [client.id] });
  expect((await client.owner.get('history/users/')).data).toEqual([{ id: client.ownerId, name: 'Test client' }]);
  const inside = `dashboard/clients/${client.id}/`;
  const elsewhere = await makeFarm(client.owner);
  await makeGroup({ ...staff.caller, post: (to, body) => staff.caller.post(inside + to, body) }, at);
  const all = [
    { id: client.ownerId, name: 'Test client' },
    { id: staff.id, name: 'Test staff' },
  ];
  expect((await client.owner.get('history/users/')).data).toEqual(all);
  expect((await staff.caller.get(`${inside}farms/${elsewhere.farm}/history/users/`)).data).toEqual(all.slice(0, 1));
  const employee = await makeAccount(api, { user_type: 'employee', client_id: client.id });
  expect((await employee.caller.get('history/users/')).status).toBe(403);
});

test('history needs its own right and stays within the client', async ({ api, client }) => {
  const employee = await makeAccount(api, { user_type: 'employee', client_id: client.id });
  expect((await employee.caller.get('history/farms/')).status).toBe(403);
  const other = await makeClient(api);
  expect((await other.owner.get('history/farms/')).count).toBe(0);
});

test('a search finds a day as its reader writes it: that of the change by the farm’s clock, and that in the name', async ({
  api,
  client,
  at,
}) => {
  const group = await make(client.owner, 'manager/groups/', { farm: at.farm, name: 'Dry 12.5', animal_type: at.cows, animal_count: 5 });
  await client.owner.put(`manager/groups/${group.id}/`, { animal_count: 7 });
  await make(client.owner, 'manager/milk/', { group: group.id, farm: at.farm, day: '2026-11-20', kg: 100, fat: 4, protein: 3.3 });
  const changedAt = (list: string, type: string, moment: string) =>
    api.database
      .forClient(client.id)
      .updateTable('history')
      .set({ at: moment })
      .where('client_id', '=', client.id)
      .where('resource', '=', list)
      .where('type', '=', type)
      .execute();
  // Past midnight in Kyiv, still the day before by UTC.
  await changedAt('groups', 'create', '2026-11-24T22:30:00Z');
  await changedAt('groups', 'update', '2025-11-25T10:00:00Z');
  await changedAt('milk', 'create', '2026-11-24T22:30:00Z');
  const found = async (list: string, search: string, language = '') => {
    const query = new URLSearchParams({ search, id: list === 'groups' ? String(group.id) : '', search_language: language });
    if (!language) query.delete('search_language');
    return (await client.owner.get(`history/${list}/?${query}`)).count;
  };
  expect(await found('groups', '25.11.2026')).toBe(1);
  expect(await found('groups', '24.11.2026')).toBe(0);
  expect(await found('groups', '25.11.')).toBe(2);
  expect(await found('groups', '11/25/2026')).toBe(0);
  expect(await found('groups', '11/25/2026', 'us')).toBe(1);
  expect(await found('groups', '11/25', 'us')).toBe(2);
  expect(await found('groups', '12.5')).toBe(2);
  expect(await found('milk', '20.11.2026')).toBe(1);
  expect(await found('milk', '25.11.2026')).toBe(1);
  expect(await found('milk', `${group.name} 20.11.2026`)).toBe(1);
  expect(await found('milk', '21.11.2026')).toBe(0);
  expect((await client.owner.get('history/groups/?search=1&search_language=xx')).status).toBe(400);
});
