import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import {
  make,
  makeAccount,
  makeClient,
  makeFarm,
  makeGroup,
  makeIngredient,
  makeMixer,
  makeRation,
  type TestClient,
  type TestFarm,
} from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

let api: TestApi;
let client: TestClient;
let at: TestFarm;
let ration: number;
let mixer: number;
const path = 'leftovers/leftovers/';

test.beforeAll(async ({ api: server, client: own, at: place }) => {
  [api, client, at] = [server, own, place];
  const feed = await makeIngredient(client.owner, at);
  ration = (await makeRation(client.owner, at, [{ ingredient: feed.id, percent: 100 }])).id;
  mixer = (await makeMixer(client.owner, at)).id;
});

/** A group that was given `kg` on each of `days`; what isn't counted was ignored in reports. */
async function makeFedGroup(days: Record<string, number>, counted = true): Promise<number> {
  const group = (await makeGroup(client.owner, at)).id;
  const db = api.database.forClient(client.id);
  for (const [day, kg] of Object.entries(days)) {
    await sql`select ensure_month(${day}::date)`.execute(db);
    await sql`
      with s as (
        insert into schedule (client_id, farm_id, planned_on, position, ration_id, mixer_id, status)
        values (${client.id}, ${at.farm}, ${day}, 0, ${ration}, ${mixer}, 'uploaded') returning id
      )
      insert into schedule_group (client_id, schedule_id, group_id, planned_on, farm_id, ration_id, mixer_id, position, heads, weight_per_head, weight_plan, weight_fact, counted)
      select ${client.id}, id, ${group}, ${day}, ${at.farm}, ${ration}, ${mixer}, 0, 100, 40, 4000, ${kg}, ${counted} from s`.execute(db);
  }
  return group;
}
const post = (group: number, date: string, weight: number, values: object = {}) =>
  client.owner.post(path, { farm: at.farm, group, date, weight, ...values });

test('the percentage is of what the group was given on the feed day before', async () => {
  const group = await makeFedGroup({ '2026-07-01': 3000, '2026-07-03': 4000, '2026-07-04': 9999 });
  expect((await post(group, '2026-07-04', 100)).data).toMatchObject({ weight: 100, delivered: 4000, percent: 2.5, date: '2026-07-04' });
  expect((await post(group, '2026-07-03', 150)).data).toMatchObject({ delivered: 3000, percent: 5 });
  expect((await post(group, '2026-07-01', 10)).data).toMatchObject({ delivered: null, percent: null });
  const listed = await client.owner.get(`${path}?group=${group}&date_after=2026-07-02&date_before=2026-07-04`);
  expect(listed.data.map((row: { date: string; percent: number }) => [row.date, row.percent])).toEqual([
    ['2026-07-04', 2.5],
    ['2026-07-03', 5],
  ]);
  const ignored = await makeFedGroup({ '2026-07-03': 4000 }, false);
  expect((await post(ignored, '2026-07-04', 100)).data.percent).toBeNull();
});

test('nothing is left of more than was given', async () => {
  const group = await makeFedGroup({ '2026-07-02': 3000, '2026-07-03': 4000, '2026-07-04': 0 });
  const refused = { status: 400, errors: { weight: [{ code: 8, limit: 4000 }] } };
  expect(await post(group, '2026-07-05', 4000.001)).toMatchObject(refused);
  const { status, data } = await post(group, '2026-07-05', 4000);
  expect([status, data.percent]).toEqual([201, 100]);
  expect(await client.owner.put(`${path}${data.id}/`, { weight: 40_000 })).toMatchObject(refused);
  expect(await client.owner.put(`${path}${data.id}/`, { date: '2026-07-03' })).toMatchObject({ errors: { weight: [{ limit: 3000 }] } });
  // A group without any records has no check.
  expect((await post(await makeFedGroup({}), '2026-07-05', 40_000)).status).toBe(201);
});

test('a day on which the group was skipped takes no leftover, and a leftover without a day shows none', async () => {
  const group = await makeFedGroup({ '2026-08-01': 3000, '2026-08-02': 0, '2026-08-03': 0 });
  expect((await post(group, '2026-08-03', 60)).data).toMatchObject({ delivered: 3000, percent: 2 });
  expect((await post(group, '2026-08-08', 90)).data).toMatchObject({ delivered: 3000, percent: 3 });
  expect((await post(group, '2026-08-09', 60)).data).toMatchObject({ delivered: null, percent: null });
});

test('a group has one leftover a day', async () => {
  const group = await makeFedGroup({});
  const first = await post(group, '2026-07-10', 5);
  expect((await post(group, '2026-07-10', 6)).errors.date?.[0]?.code).toBe(5);
  const second = await post(group, '2026-07-11', 6);
  expect((await client.owner.put(`${path}${second.data.id}/`, { date: '2026-07-10' })).errors.date?.[0]?.code).toBe(5);
  expect((await client.owner.delete(`${path}${first.data.id}/`)).status).toBe(204);
  expect((await client.owner.put(`${path}${second.data.id}/`, { date: '2026-07-10', version: 1 })).data.version).toBe(2);
  expect((await client.owner.put(`${path}${second.data.id}/`, { weight: 1, version: 1 })).errors.version?.[0]?.code).toBe('stale_version');
});

test('wrong values are refused at their field', async () => {
  const group = await makeFedGroup({});
  const other = await makeFarm(client.owner);
  expect((await post(group, '2026-07-10', -1)).errors.weight?.[0]?.code).toBe(9);
  expect((await post(group, '2026-02-30', 1)).errors.date?.[0]?.code).toBe(1);
  expect((await post(group, '2099-01-01', 1)).errors.date?.[0]?.code).toBe(8);
  expect((await post(group, '2026-07-10', 1, { farm: other.farm })).errors.group?.[0]?.code).toBe(23);
  expect((await post(999_999, '2026-07-10', 1)).errors.group?.[0]?.code).toBe(23);
});

test('a closed month stays as it is', async () => {
  const group = await makeFedGroup({});
  const { data } = await post(group, '2026-06-30', 5);
  await sql`insert into month_close (client_id, farm_id, month) values (${client.id}, ${at.farm}, '2026-06-01')`.execute(
    api.database.forClient(client.id),
  );
  const answers = [
    await post(group, '2026-06-29', 5),
    await client.owner.put(`${path}${data.id}/`, { weight: 6 }),
    await client.owner.put(`${path}${data.id}/`, { date: '2026-07-01' }),
    await client.owner.delete(`${path}${data.id}/`),
  ];
  expect(answers.map((answer) => [answer.status, answer.errors.detail?.[0]?.code])).toEqual(Array(4).fill([409, 'month_closed']));
  expect((await post(group, '2026-07-01', 5)).status).toBe(201);
});

test('consultants look, other clients do not', async () => {
  const { data } = await post(await makeFedGroup({}), '2026-08-01', 5);
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [client.id] });
  const inside = `dashboard/clients/${client.id}/${path}`;
  expect((await consultant.caller.get(`${inside}${data.id}/`)).status).toBe(200);
  expect((await consultant.caller.put(`${inside}${data.id}/`, { weight: 1 })).status).toBe(403);
  const other = await makeClient(api);
  expect((await other.owner.put(`${path}${data.id}/`, { weight: 1 })).status).toBe(404);
  const farm = await makeFarm(other.owner);
  expect((await make(other.owner, 'manager/groups/', { farm: farm.farm, name: 'x', animal_type: farm.cows })).id).toBeGreaterThan(0);
  expect(
    (await other.owner.post(path, { farm: farm.farm, group: data.group, date: '2026-08-02', weight: 1 })).errors.group?.[0]?.code,
  ).toBe(23);
});
