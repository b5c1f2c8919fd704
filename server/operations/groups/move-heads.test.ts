import { sql } from 'kysely';
import { expect } from 'vitest';
import { makeAccount, makeClient, makeFarm, makeGroup } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

let farm: ReadyFarm;

/** 100 cows and 50 heifers since the 1st, 104 cows since the 8th; it is the 10th. */
test.beforeEach(async ({ api }) => {
  api.setNow('2026-10-01T09:00:00Z');
  farm = await makeReadyFarm(api);
  await moveTo(api, farm, '2026-10-08T09:00:00Z');
  await farm.client.owner.put(`manager/groups/${farm.cowsGroup}/`, { animal_count: 104 });
  await moveTo(api, farm, '2026-10-10T09:00:00Z');
});

const move = (values: object = {}) =>
  farm.client.owner.post('manager/groups/heads/move/', { from: farm.cowsGroup, to: farm.heifers, heads: 5, ...values });
const counts = async (group: number) =>
  (await farm.client.owner.get(`manager/groups/${group}/heads/`)).data.map(({ day, heads }: { day: string; heads: number }) => [
    day.slice(-2),
    heads,
  ]);
const untouched = async () => {
  expect(await counts(farm.cowsGroup)).toEqual([
    ['08', 104],
    ['01', 100],
  ]);
  expect(await counts(farm.heifers)).toEqual([['01', 50]]);
};

test('animals move today: both groups’ heads, their history and the plans that wait follow', async () => {
  const plan = await makeSchedule(farm, '2026-10-11');
  const { status, data } = await move();
  expect([status, data.day, data.from.animal_count, data.to.animal_count]).toEqual([200, '2026-10-10', 99, 55]);
  const after = (await farm.client.owner.get(`schedule/schedules/${plan.id}/`)).data;
  expect(after.weight_plan).toBe(99 * 40 + 55 * 20);
  const [change] = (await farm.client.owner.get(`history/groups/?id=${farm.heifers}`)).data;
  expect(change).toMatchObject({ type: 'update', before: { animal_count: 50 }, after: { animal_count: 55 } });
});

test('head counts from a past day on change later counts too', async () => {
  expect((await move({ day: '2026-10-05' })).status).toBe(200);
  expect(await counts(farm.cowsGroup)).toEqual([
    ['08', 99],
    ['05', 95],
    ['01', 100],
  ]);
  expect(await counts(farm.heifers)).toEqual([
    ['05', 55],
    ['01', 50],
  ]);
});

test('more than there are on any of the days are refused, and nothing moves', async () => {
  const today = await move({ heads: 105 });
  expect([today.status, today.errors.heads?.[0]]).toMatchObject([400, { code: 8, limit: 104 }]);
  const before = await move({ heads: 101, day: '2026-10-05' });
  expect([before.status, before.errors.heads?.[0]]).toMatchObject([400, { code: 8, limit: 100 }]);
  await untouched();
  expect((await move({ heads: 104 })).data.from.animal_count).toBe(0);
});

test('an invalid move is refused at its field', async ({ api }) => {
  const other = await makeFarm(farm.client.owner);
  const elsewhere = (await makeGroup(farm.client.owner, other)).id;
  const refused = async (values: object) => {
    const { status, errors } = await move(values);
    return [status, ...Object.entries(errors).map(([field, [error]]) => `${field} ${error?.code}`)];
  };
  expect(await refused({ heads: 0 })).toEqual([400, 'heads min_val']);
  expect(await refused({ heads: 1.5 })).toEqual([400, 'heads 1']);
  expect(await refused({ to: farm.cowsGroup })).toEqual([400, 'to 23']);
  expect(await refused({ to: elsewhere })).toEqual([400, 'to 23']);
  expect(await refused({ from: 999_999 })).toEqual([400, 'from 23']);
  expect(await refused({ day: '2026-10-11' })).toEqual([400, 'day 8']);
  expect(await refused({ day: '2026-02-30' })).toEqual([400, 'day 1']);
  await sql`insert into month_close (client_id, farm_id, month) values (${farm.client.id}, ${farm.farm}, '2026-09-01')`.execute(
    api.database.forClient(farm.client.id),
  );
  expect(await refused({ day: '2026-09-30' })).toEqual([409, 'day month_closed']);
  await untouched();
  const feeder = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id });
  expect((await feeder.caller.post('manager/groups/heads/move/', { from: farm.cowsGroup, to: farm.heifers, heads: 1 })).status).toBe(403);
  const stranger = await makeClient(api);
  expect((await stranger.owner.post('manager/groups/heads/move/', { from: farm.cowsGroup, to: farm.heifers, heads: 1 })).status).toBe(400);
});

test('moves in both directions at once lose no animal', async () => {
  const there = Array.from({ length: 4 }, () => move({ heads: 7 }));
  const back = Array.from({ length: 3 }, () => move({ from: farm.heifers, to: farm.cowsGroup, heads: 3 }));
  expect(new Set((await Promise.all([...there, ...back])).map(({ status }) => status))).toEqual(new Set([200]));
  expect([(await counts(farm.cowsGroup))[0], (await counts(farm.heifers))[0]]).toEqual([
    ['10', 104 - 28 + 9],
    ['10', 50 + 28 - 9],
  ]);
});
