import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { materialiseAll } from '#server/operations/jobs.ts';
import { transact } from '#server/platform/transact.ts';
import { makeClient, makeMixer } from '#tests/support/factories.ts';
import { jobOf, makePeriod, makeReadyFarm, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';
import { materialise } from './materialise.ts';

const TODAY = '2026-03-10';
const NOON = `${TODAY}T10:00:00Z`;
let farm: ReadyFarm;

test.beforeEach(async ({ api }) => {
  api.setNow(NOON);
  farm = await makeReadyFarm(api);
});

const periods = 'manager/loadings/';
const put = (id: number, body: object) => farm.client.owner.put(`${periods}${id}/`, body);
const schedules = async (query = '') =>
  (await farm.client.owner.get(`schedule/schedules/?farm=${farm.farm}&ordering=planned_on,position${query}`)).data;
const heads = (count: number) => farm.client.owner.put(`manager/groups/${farm.cowsGroup}/`, { animal_count: count });

describe('periods', () => {
  test('plans its jobs with the heads of now', async () => {
    const { id } = await makePeriod(farm, { start_time: '06:00', end_time: '08:30' });
    const { data } = await farm.client.owner.get(`${periods}${id}/`);
    expect(data).toMatchObject({ active: false, start_time: '06:00:00', end_time: '08:30:00', weight_plan: 5000 });
    expect(data.jobs[0]).toMatchObject({ position: 0, weight_plan: 5000, auto_load: false });
    expect(data.jobs[0].groups.map((group: { heads: number; weight_plan: number }) => [group.heads, group.weight_plan])).toEqual([
      [100, 4000],
      [50, 1000],
    ]);
    expect(await schedules()).toEqual([]);
  });

  test('refuses an invalid job with its position and field', async ({ api }) => {
    const other = await makeReadyFarm(api, 'Europe/Kyiv', farm.client);
    const small = await makeMixer(farm.client.owner, farm, { max_weight: 4999 });
    const job = jobOf(farm);
    const refused = async (body: object) => {
      const answer = await farm.client.owner.post(periods, { farm: farm.farm, name: 'Wrong', jobs: [job], ...body });
      expect(answer.status).toBe(400);
      return Object.fromEntries(Object.entries(answer.errors).map(([field, [first]]) => [field, [first?.code, first?.limit]]));
    };
    expect(await refused({ jobs: [job, { ...job, mixer: small.id }] })).toEqual({ 'jobs.1.mixer': ['mixer_weight', 4999] });
    expect(await refused({ jobs: [{ ...job, leftovers: true, auto_load: true }] })).toEqual({
      'jobs.0.auto_load': ['leftovers_auto_load', undefined],
    });
    expect(await refused({ jobs: [{ ...job, ration: other.ration }] })).toEqual({ 'jobs.0.ration': [23, undefined] });
    expect(await refused({ jobs: [{ ...job, mixer: other.mixer }] })).toEqual({ 'jobs.0.mixer': [23, undefined] });
    expect(await refused({ jobs: [{ ...job, groups: [{ group: other.cowsGroup, weight_per_head: 1 }] }] })).toEqual({
      'jobs.0.groups.0.group': [23, undefined],
    });
    expect(await refused({ jobs: [{ ...job, groups: [job.groups[0], job.groups[0]] }] })).toEqual({
      'jobs.0.groups.1.group': [23, undefined],
    });
    expect(await refused({ jobs: [{ ...job, groups: [] }] })).toEqual({ 'jobs.0.groups': [3, undefined] });
    expect(await refused({ jobs: [{ ...job, id: 1 }] })).toEqual({ 'jobs.0.id': [23, undefined] });
    expect(await refused({ start_time: '08:00', end_time: '07:59' })).toEqual({ end_time: ['min_val', '08:00'] });
    expect((await farm.client.owner.post(periods, { farm: farm.farm, name: 'Short', start_time: '08:00', end_time: '08:00' })).status).toBe(
      201,
    );
    const again = await farm.client.owner.post(periods, { farm: farm.farm, name: 'short' });
    expect([again.status, again.errors.name?.[0]?.code]).toEqual([400, 5]);
  });

  test('makes today and the next seven days when it is activated', async () => {
    const { id } = await makePeriod(farm);
    expect((await put(id, { active: true })).status).toBe(200);
    const made = await schedules();
    expect(made.map((one: { planned_on: string }) => one.planned_on)).toEqual(
      Array.from({ length: 8 }, (_, index) => `2026-03-${10 + index}`),
    );
    expect(made[0]).toMatchObject({ status: 'waited', weight_plan: 5000, fresh_weight: 5000, edited: false, version: 1 });
    expect(made[0].items.map((item: { weight_plan: number }) => item.weight_plan)).toEqual([3000, 1500, 500]);
  });

  test('makes nothing twice, neither again nor by two servers at once', async ({ api }) => {
    await makePeriod(farm, { active: true });
    const before = await schedules();
    await moveTo(api, farm, '2026-03-11T10:00:00Z');
    const db = api.database.forClient(farm.client.id);
    const materialiseDay = () => transact(db, (tx) => materialise(tx, farm.client.id, farm.farm, api.services.now()));
    await Promise.all([materialiseDay(), materialiseDay(), materialiseDay(), materialiseAll(api.services)]);
    const after = await schedules();
    expect(after).toHaveLength(9);
    expect(after.slice(0, 8)).toEqual(before);
    expect(await materialiseDay()).toBe(false);
  });

  test('begins with the day of the farm, not of the server', async ({ api }) => {
    await moveTo(api, farm, '2026-03-10T23:30:00Z');
    const auckland = await makeReadyFarm(api, 'Pacific/Auckland', farm.client);
    const honolulu = await makeReadyFarm(api, 'Pacific/Honolulu', farm.client);
    for (const [place, day] of [
      [auckland, '2026-03-11'],
      [honolulu, '2026-03-10'],
    ] as const) {
      await makePeriod(place, { active: true });
      const { data } = await farm.client.owner.get(`schedule/schedules/?farm=${place.farm}&ordering=planned_on`);
      expect(data).toHaveLength(8);
      expect(data[0].planned_on).toBe(day);
    }
  });

  test('changes what waits and nobody edited, and leaves alone what began or was edited', async () => {
    const { id } = await makePeriod(farm, { active: true });
    const [begun, edited] = await schedules();
    await farm.client.owner.put(`schedule/schedules/${begun.id}/load/`, { status: 'in_process' });
    await farm.client.owner.put(`schedule/schedules/${edited.id}/`, { groups: [{ group: farm.heifers, weight_per_head: 10 }] });
    const period = (await farm.client.owner.get(`${periods}${id}/`)).data;
    const job = { ...period.jobs[0], groups: [{ group: farm.cowsGroup, weight_per_head: 30 }], leftovers: true, planned_leftovers: 200 };
    expect((await put(id, { jobs: [job], version: period.version })).data.jobs[0].id).toBe(job.id);
    const after = await schedules();
    expect(after.map((one: { weight_plan: number }) => one.weight_plan)).toEqual([5000, 500, ...Array(6).fill(3000)]);
    expect(after[2]).toMatchObject({ fresh_weight: 2800, leftovers: true, leftover_percent: 6.6667 });
    expect(after[1]).toMatchObject({ edited: true });
  });

  test('saving keeps a job if the caller knows no ids, and deletes jobs that are missing', async () => {
    const { id, ...period } = await makePeriod(farm, { active: true });
    const [kept] = period.jobs as { id: number }[];
    const second = await makeMixer(farm.client.owner, farm);
    const two = (await put(id, { jobs: [{ ...jobOf(farm), mixer: second.id }, jobOf(farm)] })).data;
    expect(two.jobs[1].id).toBe(kept?.id);
    expect(await schedules()).toHaveLength(16);
    await put(id, { jobs: [jobOf(farm)] });
    const left = await schedules();
    expect(left).toHaveLength(8);
    expect(left.every((one: { mixer: number }) => one.mixer === farm.mixer)).toBe(true);
  });

  test('a schedule that a person deleted is not created again', async ({ api }) => {
    const { id } = await makePeriod(farm, { active: true });
    const [first] = await schedules();
    expect((await farm.client.owner.delete(`schedule/schedules/${first.id}/`)).status).toBe(204);
    await put(id, { name: 'Renamed' });
    await materialiseAll(api.services);
    expect(await schedules()).toHaveLength(7);
  });

  test('takes away what waits unedited when it is switched off or deleted, and makes it again when switched on', async ({ api }) => {
    const { id } = await makePeriod(farm, { active: true });
    const [begun, edited] = await schedules();
    await farm.client.owner.put(`schedule/schedules/${begun.id}/load/`, { status: 'in_process' });
    await farm.client.owner.put(`schedule/schedules/${edited.id}/`, { skip_time: true });
    await put(id, { active: false });
    expect((await schedules()).map((one: { id: number }) => one.id)).toEqual([begun.id, edited.id]);
    await put(id, { active: true });
    expect(await schedules()).toHaveLength(8);
    expect((await farm.client.owner.delete(`${periods}${id}/`)).status).toBe(204);
    expect(await schedules()).toHaveLength(2);
    expect((await farm.client.owner.get(`${periods}${id}/`)).status).toBe(404);
    await materialiseAll(api.services);
    expect(await schedules()).toHaveLength(2);
  });

  test('follows heads, ration and mixer at once while it waits', async ({ api }) => {
    await makePeriod(farm, { active: true });
    await heads(110);
    expect((await schedules())[0]).toMatchObject({ weight_plan: 5400, version: 2 });
    const items = [
      { ingredient: farm.silage, percent: 33.33 },
      { ingredient: farm.hay, percent: 66.67 },
    ];
    await farm.client.owner.put(`manager/rations/${farm.ration}/`, { items });
    expect((await schedules())[3].items.map((item: { weight_plan: number }) => item.weight_plan)).toEqual([1800, 3600]);
    await farm.client.owner.put(`manager/groups/${farm.cowsGroup}/`, { animal_count: 101 });
    expect((await schedules())[3].items.map((item: { weight_plan: number }) => item.weight_plan)).toEqual([1680, 3360]);
    await farm.client.owner.put(`manager/rations/${farm.ration}/`, { rounding: 0 });
    expect((await schedules())[3].items.map((item: { weight_plan: number }) => item.weight_plan)).toEqual([1679.832, 3360.168]);
    await farm.client.owner.put(`manager/mixers/${farm.mixer}/`, { rounding: true });
    expect((await schedules())[3].items.map((item: { weight_plan: number }) => item.weight_plan)).toEqual([1680, 3360]);
    await sql`update client set units = 'lb' where id = ${farm.client.id}`.execute(api.database.acrossClients());
    await heads(100);
    const [silage] = (await schedules())[0].items;
    expect(silage.weight_plan).toBeCloseTo(735 * 5 * 0.45359237, 3);
  });

  test('plans days that have passed with the heads of their day', async ({ api }) => {
    await moveTo(api, farm, '2026-03-12T10:00:00Z');
    await heads(120);
    const { data } = await farm.client.owner.post('schedule/schedules/', { farm: farm.farm, planned_on: '2026-03-11', ...jobOf(farm) });
    expect(data.groups[0].heads).toBe(100);
    await farm.client.owner.put(`manager/groups/${farm.cowsGroup}/`, { animal_count: 130 });
    expect((await farm.client.owner.get(`schedule/schedules/${data.id}/`)).data.groups[0].heads).toBe(100);
  });

  test('refuses a stale version, and answers 404 to others', async ({ api }) => {
    const { id, version } = await makePeriod(farm);
    expect((await put(id, { name: 'A', version })).status).toBe(200);
    const stale = await put(id, { name: 'B', version });
    expect([stale.status, stale.errors.version?.[0]?.code]).toEqual([409, 'stale_version']);
    const { owner } = await makeClient(api);
    expect((await owner.get(`${periods}${id}/`)).status).toBe(404);
    expect((await owner.put(`${periods}${id}/`, { active: true })).status).toBe(404);
    expect((await owner.delete(`${periods}${id}/`)).status).toBe(404);
    expect((await owner.post(periods, { farm: farm.farm, name: 'Theirs' })).errors.farm?.[0]?.code).toBe(23);
  });
});
