import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { materialiseAll } from '#server/operations/jobs.ts';
import { makeAccount, makeClient } from '#tests/support/factories.ts';
import { jobOf, makePeriod, makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
let farm: ReadyFarm;
let period: number;

test.beforeEach(async ({ api }) => {
  api.setNow(`${TODAY}T10:00:00Z`);
  farm = await makeReadyFarm(api);
  period = (await makePeriod(farm, { active: true, name: 'Morning' })).id;
});

const path = 'schedule/loadings/';
const today = async () => (await farm.client.owner.get(`${path}?farm=${farm.farm}&planned_on=${TODAY}`)).data[0];
const put = (id: number, body: object) => farm.client.owner.put(`${path}${id}/`, body);
const codes = (errors: Record<string, { code: number | string }[]>) =>
  Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first?.code]));

describe('a period on a date', () => {
  test('loadings are listed with their schedules, and can neither be created nor deleted by hand', async () => {
    const all = await farm.client.owner.get(`${path}?farm=${farm.farm}&period=${period}&ordering=planned_on`);
    expect(all.count).toBe(8);
    expect(all.data[0]).toMatchObject({ planned_on: TODAY, name: 'Morning', active: true, period, schedules: [{ weight_plan: 5000 }] });
    expect((await farm.client.owner.get(`${path}${all.data[0].id}/`)).data).toEqual(all.data[0]);
    expect((await farm.client.owner.get(`${path}?planned_on_after=2026-03-12&planned_on_before=2026-03-13`)).count).toBe(2);
    expect((await farm.client.owner.post(path, {})).status).toBe(404);
    expect((await farm.client.owner.delete(`${path}${all.data[0].id}/`)).status).toBe(404);
  });

  test('keeps a time that was changed by hand when the period changes', async () => {
    const { id, version } = await today();
    const answer = await put(id, { name: 'Late', start_time: '07:15', end_time: '09:00', version });
    expect(answer.data).toMatchObject({ name: 'Late', start_time: '07:15:00' });
    expect(codes((await put(id, { name: 'Later', version })).errors)).toEqual({ version: 'stale_version' });
    expect(codes((await put(id, { end_time: '07:00' })).errors)).toEqual({ end_time: 'min_val' });
    await farm.client.owner.put(`manager/loadings/${period}/`, { name: 'Dawn' });
    const names = (await farm.client.owner.get(`${path}?farm=${farm.farm}&ordering=planned_on`)).data.map(
      (row: { name: string }) => row.name,
    );
    expect(names).toEqual(['Late', ...Array(7).fill('Dawn')]);
  });

  test('a loading can be switched off on one date, and on again', async ({ api }) => {
    const { id } = await today();
    expect((await put(id, { active: false })).data).toMatchObject({ active: false, schedules: [] });
    await materialiseAll(api.services);
    await farm.client.owner.put(`manager/loadings/${period}/`, { jobs: [{ ...jobOf(farm), skip_time: true }] });
    expect(await today()).toMatchObject({ active: false, schedules: [] });
    expect((await put(id, { active: true })).data).toMatchObject({ active: true, schedules: [{ weight_plan: 5000, skip_time: true }] });
  });

  test('takes its schedules as a whole list: changed, added, left out, in order', async ({ api }) => {
    const { id, schedules } = await today();
    const groups = [{ group: farm.heifers, weight_per_head: 10 }];
    const grown = await put(id, {
      schedules: [
        { ...jobOf(farm), groups },
        { id: schedules[0].id, leftovers: true, planned_leftovers: 100 },
      ],
    });
    expect(grown.status).toBe(200);
    expect(grown.data.schedules).toMatchObject([
      { weight_plan: 500, edited: false, position: 1, loading: id },
      { id: schedules[0].id, weight_plan: 5000, fresh_weight: 4900, edited: true, position: 2 },
    ]);
    const left = await put(id, { schedules: [{ id: grown.data.schedules[0].id }] });
    expect(left.data.schedules).toMatchObject([{ id: grown.data.schedules[0].id, version: grown.data.schedules[0].version }]);
    await materialiseAll(api.services);
    expect((await today()).schedules).toHaveLength(1);
  });

  test('names the schedule that is wrong, and writes nothing then', async () => {
    const before = await today();
    const [schedule] = before.schedules;
    const wrong = async (...schedules: object[]) => codes((await put(before.id, { name: 'No', schedules })).errors);
    expect(await wrong({ id: schedule.id }, { ...jobOf(farm), ration: undefined })).toEqual({ 'schedules.1.ration': 2 });
    expect(await wrong({ id: schedule.id, leftovers: true, auto_load: true })).toEqual({ 'schedules.0.auto_load': 'leftovers_auto_load' });
    expect(await wrong({ id: schedule.id }, { id: schedule.id })).toEqual({ 'schedules.1.id': 23 });
    expect(await wrong({ id: 2_000_000_000 })).toEqual({ 'schedules.0.id': 23 });
    await farm.client.owner.put(`schedule/schedules/${schedule.id}/load/`, { status: 'in_process' });
    const dropped = await put(before.id, { schedules: [] });
    expect([dropped.status, codes(dropped.errors)]).toEqual([409, { detail: 'illegal_status' }]);
    expect(await today()).toMatchObject({ name: before.name, version: before.version, schedules: [{ id: schedule.id }] });
  });

  test('changes of a loading’s schedules need the rights to schedules, and other clients get 404', async ({ api }) => {
    const { id, schedules } = await today();
    const permissions = [{ module: 'manger', label: '', name: 'schedule_loading', view: true, add: false, change: true, delete: false }];
    const { rows } = await sql<{ id: number }>`
      insert into access_group (client_id, name, permissions) values (${farm.client.id}, 'Planner', ${JSON.stringify(permissions)}::jsonb)
      returning id`.execute(api.database.acrossClients());
    const planner = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: rows[0]?.id ?? 0 });
    const change = (body: object) => planner.caller.put(`${path}${id}/`, body);
    expect((await change({ start_time: '06:30' })).status).toBe(200);
    expect((await change({ schedules: [{ id: schedules[0].id }] })).status).toBe(200);
    expect((await change({ schedules: [{ id: schedules[0].id, skip_time: true }] })).status).toBe(403);
    expect((await change({ schedules: [{ id: schedules[0].id }, jobOf(farm)] })).status).toBe(403);
    expect((await change({ schedules: [] })).status).toBe(403);
    const { owner } = await makeClient(api);
    expect((await owner.get(`${path}${id}/`)).status).toBe(404);
    expect((await owner.put(`${path}${id}/`, { active: false })).status).toBe(404);
    expect((await today()).schedules).toHaveLength(1);
  });
});
