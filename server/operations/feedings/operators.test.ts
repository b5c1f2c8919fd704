import { expect } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { makeAccount, makeFarm } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const path = 'manager/operators/';
const DAY = '2026-04-10';

const test = base.override({ now: `${DAY}T07:00:00Z` });

const owner = (farm: ReadyFarm) => farm.client.owner;
const ids = async (farm: ReadyFarm, of = farm.farm) =>
  (await owner(farm).get(`${path}?farm=${of}`)).data.map(({ id }: { id: number }) => id);

async function makeEmployee(api: TestApi, farm: ReadyFarm, name: string, grants: Record<string, boolean>, farms: number[]) {
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

test('the list offers people who may record on the farm, and nobody else', async ({ api, farm }) => {
  const other = (await makeFarm(owner(farm))).farm;
  const feeder = await makeEmployee(api, farm, 'Everywhere', { add: true }, []);
  const here = await makeEmployee(api, farm, 'Here', { add: true }, [farm.farm]);
  const there = await makeEmployee(api, farm, 'There', { add: true }, [other]);
  await makeEmployee(api, farm, 'Looks', { view: true }, []);
  await makeAccount(api, { user_type: 'employee', client_id: farm.client.id });
  const stranger = await makeReadyFarm(api);
  const all = [farm.client.ownerId, feeder.id, here.id];
  expect((await ids(farm)).toSorted()).toEqual(all.toSorted());
  expect((await ids(farm, other)).toSorted()).toEqual([farm.client.ownerId, feeder.id, there.id].toSorted());
  const [{ id, version }] = (await owner(farm).get(`perm/employees/?search=${feeder.email}`)).data;
  await owner(farm).put(`perm/employees/${id}/`, { locked: true, version });
  expect(await ids(farm)).not.toContain(feeder.id);
  expect((await here.caller.get(`${path}?farm=${farm.farm}`)).status).toBe(200);
  expect((await here.caller.get(`${path}?farm=${other}`)).errors.farm?.[0]?.code).toBe(23);
  expect((await owner(farm).get(`${path}?farm=${stranger.farm}`)).errors.farm?.[0]?.code).toBe(23);
  expect((await owner(farm).get(path)).errors.farm?.[0]?.code).toBeDefined();
});

test('a person who has left remains named in old records, and can’t be chosen in new ones', async ({ api, farm }) => {
  const leaver = await makeEmployee(api, farm, 'Leaves', { add: true }, []);
  const schedule = await makeSchedule(farm, DAY, { operator: leaver.id });
  expect((await owner(farm).delete(`perm/employees/${leaver.id}/`)).status).toBe(204);
  const kept = await owner(farm).put(`schedule/schedules/${schedule.id}/`, { operator: leaver.id, skip_time: true });
  expect([kept.status, kept.data.operator]).toEqual([200, leaver.id]);
  const other = await makeSchedule(farm, DAY);
  expect((await owner(farm).put(`schedule/schedules/${other.id}/`, { operator: leaver.id })).errors.operator?.[0]?.code).toBe(23);
});
