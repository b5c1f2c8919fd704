import { sql } from 'kysely';
import { expect } from 'vitest';
import { make, makeAccount, makeClient, makeFarm, makeGroup } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

const path = 'manager/groups/';

test('each head count is stored with the day of the farm', async ({ api, client, at }) => {
  api.setNow('2026-10-01T20:00:00Z');
  const group = await makeGroup(client.owner, at, 100);
  api.setNow('2026-10-01T22:00:00Z');
  await client.owner.put(`${path}${group.id}/`, { animal_count: 90 });
  await client.owner.put(`${path}${group.id}/`, { animal_count: 95, name: 'Renamed' });
  api.setNow(null);
  const { rows } = await sql<{ day: string; heads: number }>`
    select day, heads from head_count where group_id = ${group.id} order by day`.execute(api.database.forClient(client.id));
  expect(rows).toEqual([
    { day: '2026-10-01', heads: 100 },
    { day: '2026-10-02', heads: 95 },
  ]);
  expect((await client.owner.get(`${path}${group.id}/heads/`)).data).toEqual(rows.toReversed());
  const other = await makeClient(api);
  expect((await other.owner.get(`${path}${group.id}/heads/`)).status).toBe(404);
  const employee = await makeAccount(api, { user_type: 'employee', client_id: client.id });
  expect((await employee.caller.get(`${path}${group.id}/heads/`)).status).toBe(403);
});

test.for([
  [{ name: '' }, 'name', 3],
  [{ name: null }, 'name', 4],
  [{ animal_count: -1 }, 'animal_count', 9],
  [{ animal_count: 2.5 }, 'animal_count', 1],
  [{ animal_type: 999_999 }, 'animal_type', 23],
  [{ animal_type: undefined }, 'animal_type', 2],
  [{ farm: 999_999 }, 'farm', 23],
] as const)('wrong values (%#) are refused at their field', async ([values, field, code], { client, at }) => {
  const answer = await client.owner.post(path, { farm: at.farm, name: 'Wrong', animal_type: at.cows, ...values });
  expect([answer.status, answer.errors[field]?.[0]?.code]).toEqual([400, code]);
});

test('names are unique on a farm, and lists filter by farm and type', async ({ client, at }) => {
  const group = await makeGroup(client.owner, at, 7);
  const other = await makeFarm(client.owner);
  const twin = { name: group.name, animal_type: at.cows };
  expect((await client.owner.post(path, { farm: at.farm, ...twin })).errors.name?.[0]?.code).toBe(5);
  expect((await client.owner.post(path, { farm: other.farm, ...twin })).status).toBe(201);
  expect((await client.owner.get(`${path}?farm=${other.farm}&animal_type=${at.cows}`)).count).toBe(1);
  expect((await client.owner.get(`${path}?animal_type=-1,null&farm=${other.farm}`)).count).toBe(1);
  expect((await client.owner.get(`${path}list/?farm=${other.farm}`)).data).toEqual([
    { id: expect.any(Number), name: group.name, farm: other.farm, animal_type: at.cows, animal_count: 0 },
  ]);
});

test('a type with groups is not deleted; a change is in history', async ({ client, at }) => {
  const type = await make(client.owner, 'manager/animaltypes/', { name: 'Heifers' });
  const group = await make(client.owner, path, { farm: at.farm, name: 'H1', animal_type: type.id });
  const refused = await client.owner.delete(`manager/animaltypes/${type.id}/`);
  expect([refused.status, refused.errors.detail?.[0]?.values]).toEqual([409, ['H1']]);
  expect((await client.owner.post('manager/animaltypes/', { name: 'heifers' })).errors.name?.[0]?.code).toBe(5);
  const renamed = await client.owner.put(`manager/animaltypes/${type.id}/`, { name: 'Young', version: 1 });
  expect(renamed.data).toEqual({ id: type.id, name: 'Young', version: 2 });
  expect((await client.owner.put(`manager/animaltypes/${type.id}/`, { name: 'X', version: 1 })).status).toBe(409);
  expect((await client.owner.delete(`${path}${group.id}/`)).status).toBe(204);
  expect((await client.owner.delete(`manager/animaltypes/${type.id}/`)).status).toBe(204);
  const history = (await client.owner.get(`history/animaltypes/?id=${type.id}`)).data;
  expect(history.map((row: { type: string; before: object; after: object }) => row.type)).toEqual(['delete', 'update', 'create']);
  expect([history[1].before.name, history[1].after.name]).toEqual(['Heifers', 'Young']);
});

test('only those with the right', async ({ api, client, at }) => {
  const group = await makeGroup(client.owner, at);
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [client.id] });
  const inside = `dashboard/clients/${client.id}/`;
  for (const one of [`${path}${group.id}/`, `manager/animaltypes/${at.cows}/`]) {
    expect((await consultant.caller.get(inside + one)).status).toBe(200);
    expect((await consultant.caller.put(inside + one, { name: 'x' })).status).toBe(403);
    expect((await consultant.caller.delete(inside + one)).status).toBe(403);
  }
});
