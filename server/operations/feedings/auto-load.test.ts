import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { materialiseAll } from '#server/operations/jobs.ts';
import type { TestApi } from '#tests/support/api.ts';
import { jobOf, makePeriod, makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';
import { autoLoadDue } from './auto-load.ts';

let farm: ReadyFarm;

const at = (api: TestApi, now: string) => moveTo(api, farm, now);
const day = async (planned_on: string) =>
  (await farm.client.owner.get(`schedule/schedules/?farm=${farm.farm}&planned_on=${planned_on}&ordering=position`)).data;
const rest = async (ingredient: number) => (await farm.client.owner.get(`manager/ingredients/${ingredient}/`)).data.rest;
const auto = (values: object = {}) => makePeriod(farm, { active: true, jobs: [{ ...jobOf(farm), auto_load: true }], ...values });

describe('auto load', () => {
  test.beforeEach(async ({ api }) => {
    api.setNow('2026-03-10T03:00:00Z');
    farm = await makeReadyFarm(api);
  });

  test('records plan as fact at the beginning of the period, once, by no person', async ({ api }) => {
    await auto({ start_time: '06:00', end_time: '08:00' });
    await at(api, '2026-03-10T03:59:59Z');
    await autoLoadDue(api.services);
    expect((await day('2026-03-10'))[0].status).toBe('waited');
    await at(api, '2026-03-10T04:00:00Z');
    await Promise.all([autoLoadDue(api.services), autoLoadDue(api.services)]);
    await autoLoadDue(api.services);
    const [done] = await day('2026-03-10');
    expect(done).toMatchObject({
      status: 'uploaded',
      weight_fact: 5000,
      weight_unloaded: 5000,
      deviation: 0,
      operator: null,
      started_at: '2026-03-10T04:00:00Z',
      upload_started_at: '2026-03-10T04:00:00Z',
      seconds: null,
    });
    expect(done.items.map((item: { weight_plan: number; weight_fact: number; price: number }) => [item.weight_fact, item.price])).toEqual([
      [3000, 2],
      [1500, 4],
      [500, 12],
    ]);
    expect([await rest(farm.silage), await rest(farm.meal)]).toEqual([7000, -500]);
    const notes = await sql`select user_id, user_name, type from history where resource = 'schedules' and resource_id = ${done.id}`.execute(
      api.database.forClient(farm.client.id),
    );
    expect(notes.rows).toEqual([{ user_id: null, user_name: 'Auto load', type: 'update' }]);
    expect((await day('2026-03-11'))[0].status).toBe('waited');
  });

  test('ignores feedings that aren’t automatic, and makes up for missed ones', async ({ api }) => {
    await makePeriod(farm, { active: true });
    await auto({ start_time: '06:00' });
    await at(api, '2026-03-12T04:30:00Z');
    await autoLoadDue(api.services);
    for (const planned_on of ['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13']) {
      const statuses = (await day(planned_on)).map((one: { status: string }) => one.status).sort();
      expect(statuses).toEqual(planned_on === '2026-03-13' ? ['waited', 'waited'] : ['uploaded', 'waited']);
    }
  });

  test('loads a feeding neither again after a reset nor in a closed month', async ({ api }) => {
    await auto({ start_time: '06:00' });
    await at(api, '2026-03-10T05:00:00Z');
    await autoLoadDue(api.services);
    const [done] = await day('2026-03-10');
    await farm.client.owner.post(`schedule/schedules/${done.id}/reset/`, { reason: 'the mixer broke' });
    await sql`insert into month_close (client_id, farm_id, month) values (${farm.client.id}, ${farm.farm}, '2026-03-01')`.execute(
      api.database.forClient(farm.client.id),
    );
    await at(api, '2026-03-11T05:00:00Z');
    await materialiseAll(api.services);
    await autoLoadDue(api.services);
    expect((await day('2026-03-10'))[0]).toMatchObject({ status: 'waited', auto_load: false });
    expect((await day('2026-03-11'))[0].status).toBe('waited');
    expect(await rest(farm.silage)).toBe(10_000);
  });

  test('starts feedings without a period at the time of a default period', async ({ api }) => {
    await makeSchedule(farm, '2026-03-10', { auto_load: true });
    await autoLoadDue(api.services);
    expect((await day('2026-03-10'))[0].status).toBe('waited');
    await at(api, '2026-03-10T04:00:00Z');
    await autoLoadDue(api.services);
    expect((await day('2026-03-10'))[0].status).toBe('uploaded');
  });
});

describe('the clock of the farm', () => {
  test('keeps the time on the day when daylight saving begins, also in the skipped hour', async ({ api }) => {
    api.setNow('2026-03-28T12:00:00Z');
    farm = await makeReadyFarm(api, 'Europe/Kyiv');
    // On 29 March 03:00 becomes 04:00 in Kyiv: 03:30 isn't, 06:00 is 03:00 UTC instead of 04:00.
    await auto({ name: 'Skipped', start_time: '03:30', end_time: '05:00' });
    await auto({ name: 'Morning', start_time: '06:00' });
    await at(api, '2026-03-29T01:31:00Z');
    await autoLoadDue(api.services);
    const [skipped, morning] = await day('2026-03-29');
    expect([skipped.status, skipped.started_at, morning.status]).toEqual(['uploaded', '2026-03-29T01:30:00Z', 'waited']);
    await at(api, '2026-03-29T03:00:00Z');
    await autoLoadDue(api.services);
    expect((await day('2026-03-29'))[1]).toMatchObject({ status: 'uploaded', started_at: '2026-03-29T03:00:00Z' });
    await materialiseAll(api.services);
    const { data } = await farm.client.owner.get(`schedule/schedules/?farm=${farm.farm}&ordering=planned_on&page_size=100`);
    expect(new Set(data.map((one: { planned_on: string }) => one.planned_on)).size).toBe(9);
  });

  test('keeps the time on the other side of the date line', async ({ api }) => {
    api.setNow('2026-03-10T17:59:00Z');
    farm = await makeReadyFarm(api, 'Pacific/Auckland');
    await auto({ start_time: '07:00' });
    await autoLoadDue(api.services);
    expect((await day('2026-03-11'))[0].status).toBe('waited');
    await at(api, '2026-03-10T18:00:00Z');
    await autoLoadDue(api.services);
    expect((await day('2026-03-11'))[0].status).toBe('uploaded');
    const ledger = await sql`select distinct day from ledger where schedule_id is not null`.execute(api.database.forClient(farm.client.id));
    expect(ledger.rows).toEqual([{ day: '2026-03-11' }]);
  });
});
