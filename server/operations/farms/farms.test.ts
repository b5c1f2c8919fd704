import { sql } from 'kysely';
import { expect } from 'vitest';
import { isUnknownZone } from '#server/platform/errors.ts';
import type { TestApi } from '#tests/support/api.ts';
import {
  make,
  makeAccount,
  makeFarm,
  makeGroup,
  makeIngredient,
  makeMixer,
  makeRation,
  type TestClient,
} from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

const path = 'manager/farms/';

async function makeEmployee(api: TestApi, client: TestClient, farms: number[]) {
  const { id } = await api.database
    .forClient(client.id)
    .insertInto('access_group')
    .values({ client_id: client.id, name: `Group ${Math.random()}`, farms, permissions: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return (await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: id })).caller;
}

test('a farm keeps its header; names are unique in a company', async ({ client }) => {
  const company = (await make(client.owner, 'manager/companies/', { name: 'Header Ltd' })).id;
  const header = {
    registration_code: '12345678',
    structural_unit: 'Unit 1',
    structural_unit_manager: 'A',
    farm_manager: 'B',
    zootechnician: 'C',
    accountant: 'D',
    weigher: 'E',
    destination: 'Milk',
  };
  const farm = await make(client.owner, path, { company, name: 'First', timezone: 'Europe/Warsaw', ...header });
  expect(farm).toMatchObject({ ...header, company_name: 'Header Ltd', timezone: 'Europe/Warsaw' });
  expect((await client.owner.get(`${path}${farm.id}/`)).data).toEqual(farm);
  const post = (values: object) => client.owner.post(path, { company, name: 'Second', ...values });
  expect((await post({ name: 'FIRST' })).errors.name?.[0]?.code).toBe(5);
  expect((await post({ timezone: 'Mars/Olympus' })).errors.timezone?.[0]?.code).toBe(23);
  // An offset isn't the time zone of a place, because it has no daylight saving time.
  expect((await post({ timezone: '+02:00' })).errors.timezone?.[0]?.code).toBe(23);
  // India's to a browser, Israel's to the database.
  expect((await post({ timezone: 'IST' })).errors.timezone?.[0]?.code).toBe(23);
  expect((await post({ company: 999_999 })).errors.company?.[0]?.code).toBe(23);
  expect((await post({ registration_code: 'x'.repeat(41) })).errors.registration_code?.[0]?.code).toBe(6);
  expect((await post({})).data.timezone).toBe('UTC');
  const changed = await client.owner.put(`${path}${farm.id}/`, { weigher: 'F', version: 1 });
  expect(changed.data).toMatchObject({ ...header, weigher: 'F', version: 2 });
  expect((await client.owner.put(`${path}${farm.id}/`, { weigher: 'G', version: 1 })).status).toBe(409);
  expect((await client.owner.delete(`${path}${farm.id}/`)).status).toBe(404);
  const [update] = (await client.owner.get(`history/farms/?farm=${farm.id}`)).data;
  expect(update).toMatchObject({ resource_id: farm.id, timezone: 'Europe/Warsaw', before: { weigher: 'E' }, after: { weigher: 'F' } });
});

test('a card shows the farm’s own today', async ({ api, client }) => {
  const at = await makeFarm(client.owner, 'America/New_York');
  await makeGroup(client.owner, at, 120);
  await makeGroup(client.owner, at, 30);
  const feed = await makeIngredient(client.owner, at);
  const ration = (await makeRation(client.owner, at, [{ ingredient: feed.id, percent: 100 }])).id;
  const mixer = (await makeMixer(client.owner, at)).id;
  const feeding = (day: string, plan: number, loaded: number | null, unloaded: number | null) =>
    sql`
    insert into schedule (client_id, farm_id, planned_on, position, ration_id, mixer_id, weight_plan, fresh_weight, weight_fact, weight_unloaded, status)
    values (${client.id}, ${at.farm}, ${day}, 0, ${ration}, ${mixer}, ${plan}, ${plan}, ${loaded}, ${unloaded}, ${unloaded === null ? 'waited' : 'uploaded'})`.execute(
      api.database.forClient(client.id),
    );
  await feeding('2026-10-05', 7000, 7100, 7050);
  await feeding('2026-10-05', 1000, 900, null);
  await feeding('2026-10-05', 500, null, null);
  await feeding('2026-10-06', 99, 99, 99);
  // Ten in the evening of the fifth in New York, the sixth in UTC.
  api.setNow('2026-10-06T02:00:00Z');
  const card = async (caller = client.owner, prefix = '') => (await caller.get(`${prefix}${path}dashboard/?company=${at.company}`)).data;
  const expected = { id: at.farm, planned_kg: 8500, fact_kg: 7950, unfinished: 2, groups_count: 2, animal_count: 150 };
  expect(await card()).toEqual([expect.objectContaining(expected)]);
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [client.id] });
  expect(await card(consultant.caller, `dashboard/clients/${client.id}/`)).toEqual([expect.objectContaining(expected)]);
  expect((await client.owner.get(`${path}dashboard/?ordering=-planned_kg`)).data[0].id).toBe(at.farm);
  api.setNow(null);
});

test('an employee bound to farms sees them and their companies only', async ({ api, client }) => {
  const [mine, other] = [await makeFarm(client.owner), await makeFarm(client.owner)];
  const employee = await makeEmployee(api, client, [mine.farm]);
  expect((await employee.get(`${path}dashboard/`)).data.map((row: { id: number }) => row.id)).toEqual([mine.farm]);
  expect((await employee.get(`${path}${other.farm}/`)).status).toBe(404);
  expect((await employee.get('manager/companies/')).data.map((row: { id: number }) => row.id)).toEqual([mine.company]);
  expect((await employee.get(`manager/companies/${other.company}/`)).status).toBe(404);
  expect((await employee.put(`${path}${mine.farm}/`, { name: 'x' })).status).toBe(403);
  expect((await employee.get(`dashboard/clients/${client.id}/farms/${other.farm}/${path}dashboard/`)).status).toBe(404);
});

test('a company with farms can’t be deleted, and the error has counts and codes', async ({ client }) => {
  const at = await makeFarm(client.owner);
  const refused = await client.owner.delete(`manager/companies/${at.company}/`);
  expect([refused.status, refused.errors.detail?.[0]?.code, refused.errors.detail?.[0]?.values?.length]).toEqual([409, 'in_use', 2]);
  expect((await client.owner.get(`manager/companies/${at.company}/`)).data).toMatchObject({ farms_count: 1, stocks_count: 1 });
  const free = await make(client.owner, 'manager/companies/', { name: 'Free Ltd', registration_code: '77' });
  expect((await client.owner.post('manager/companies/', { name: 'free ltd' })).errors.name?.[0]?.code).toBe(5);
  expect((await client.owner.get('manager/companies/?search=77')).data[0].id).toBe(free.id);
  expect((await client.owner.delete(`manager/companies/${free.id}/`)).status).toBe(204);
  expect((await client.owner.post('manager/companies/', { name: 'Free Ltd' })).status).toBe(201);
});

test('staff see farms and do not make them', async ({ api, client }) => {
  const at = await makeFarm(client.owner);
  const staff = await makeAccount(api, { user_type: 'staff', clients: [client.id] });
  const inside = `dashboard/clients/${client.id}/${path}`;
  expect((await staff.caller.get(`${inside}${at.farm}/`)).status).toBe(200);
  expect((await staff.caller.post(inside, { company: at.company, name: 'x' })).status).toBe(403);
  const stranger = await makeAccount(api, { user_type: 'staff', clients: [] });
  expect((await stranger.caller.get(`${inside}dashboard/`)).status).toBe(404);
});

test('the database refuses unknown time zones', async ({ api }) => {
  const queryZone = (zone: string) =>
    sql`select now() at time zone ${zone}`.execute(api.database.acrossClients()).then(() => 'known', isUnknownZone);
  expect(await queryZone('Mars/Olympus')).toBe(true);
  expect(await queryZone('America/New_York')).toBe('known');
});
