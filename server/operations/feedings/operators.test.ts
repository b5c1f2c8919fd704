import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { makeAccount, makeFarm } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';

const path = 'manager/operators/';
const DAY = '2026-04-10';

let api: TestApi;
let farm: ReadyFarm;

beforeAll(async () => {
  api = await startApi();
  api.setNow(`${DAY}T07:00:00Z`);
  farm = await makeReadyFarm(api);
});
afterAll(() => api.close());

const owner = () => farm.client.owner;
const ids = async (of = farm.farm) => (await owner().get(`${path}?farm=${of}`)).data.map(({ id }: { id: number }) => id);

async function makeEmployee(name: string, grants: Record<string, boolean>, farms: number[]) {
  const { id } = await api.database
    .forClient(farm.client.id)
    .insertInto('access_group')
    .values({
      client_id: farm.client.id,
      name,
      farms,
      permissions: JSON.stringify([
        { module: 'manger', label: '', name: 'load_schedule', view: false, add: false, change: false, delete: false, ...grants },
      ]),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: id });
}

test('those who may record on the farm are offered, and nobody else', async () => {
  const other = (await makeFarm(owner())).farm;
  const feeder = await makeEmployee('Everywhere', { add: true }, []);
  const here = await makeEmployee('Here', { add: true }, [farm.farm]);
  const there = await makeEmployee('There', { add: true }, [other]);
  await makeEmployee('Looks', { view: true }, []);
  await makeAccount(api, { user_type: 'employee', client_id: farm.client.id });
  const stranger = await makeReadyFarm(api);
  const all = [farm.client.ownerId, feeder.id, here.id];
  expect((await ids()).toSorted()).toEqual(all.toSorted());
  expect((await ids(other)).toSorted()).toEqual([farm.client.ownerId, feeder.id, there.id].toSorted());
  const [{ id, version }] = (await owner().get(`perm/employees/?search=${feeder.email}`)).data;
  await owner().put(`perm/employees/${id}/`, { locked: true, version });
  expect(await ids()).not.toContain(feeder.id);
  expect((await here.caller.get(`${path}?farm=${farm.farm}`)).status).toBe(200);
  expect((await here.caller.get(`${path}?farm=${other}`)).errors.farm?.[0]?.code).toBe(23);
  expect((await owner().get(`${path}?farm=${stranger.farm}`)).errors.farm?.[0]?.code).toBe(23);
  expect((await owner().get(path)).errors.farm?.[0]?.code).toBeDefined();
});

test('who has left stays named where they were, and is named nowhere new', async () => {
  const leaver = await makeEmployee('Leaves', { add: true }, []);
  const schedule = await makeSchedule(farm, DAY, { operator: leaver.id });
  expect((await owner().delete(`perm/employees/${leaver.id}/`)).status).toBe(204);
  const kept = await owner().put(`schedule/schedules/${schedule.id}/`, { operator: leaver.id, skip_time: true });
  expect([kept.status, kept.data.operator]).toEqual([200, leaver.id]);
  const other = await makeSchedule(farm, DAY);
  expect((await owner().put(`schedule/schedules/${other.id}/`, { operator: leaver.id })).errors.operator?.[0]?.code).toBe(23);
});
