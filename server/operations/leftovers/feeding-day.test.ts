import { expect } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { deliver, make } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { figuresOfMonth, type MonthFigures } from '#tests/support/reports/month-figures.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test } from '#tests/support/test.ts';

let api: TestApi;
let farm: ReadyFarm;
const path = 'leftovers/leftovers/';
const owner = () => farm.client.owner;

test.beforeEach(async ({ api: server }) => {
  api = server;
  api.setNow('2026-10-30T06:00:00Z');
  farm = await makeReadyFarm(api);
  // Notes name feeds that are out of stock now, for any month in the query.
  await deliver(owner(), farm, farm.meal, 5000, 12);
});

/** A feeding of the cows that is loaded and unloaded to its plan of 100 heads × `perHead` kg. */
async function feed(day: string, perHead: number, values: object = {}): Promise<number> {
  const groups = [{ group: farm.cowsGroup, weight_per_head: perHead }];
  const { id } = await makeSchedule(farm, day, { groups, ...values });
  const of = (rows: { weight_plan: number }[], key: string) =>
    rows.map((row) => ({ [key]: row[key as never], weight_fact: row.weight_plan }));
  const { items, groups: planned } = (await owner().get(`schedule/schedules/${id}/`)).data;
  const steps: [string, object][] = [
    ['load', { status: 'in_process', items: of(items, 'ingredient') }],
    ['load', { status: 'loaded', items: of(items, 'ingredient') }],
    ['upload', { status: 'out_process', groups: of(planned, 'group') }],
    ['upload', { status: 'uploaded', groups: of(planned, 'group') }],
  ];
  for (const [step, body] of steps) {
    const { status, errors } = await owner().put(`schedule/schedules/${id}/${step}/`, body);
    expect([status, errors]).toEqual([200, undefined]);
  }
  return id;
}
const leave = (date: string, weight: number) => owner().post(path, { farm: farm.farm, group: farm.cowsGroup, date, weight });
const readFeedingDay = async (id: number) => (await owner().get(`${path}${id}/`)).data.fed_on;
const reset = async (id: number) =>
  expect((await owner().post(`schedule/schedules/${id}/reset/`, { reason: 'wrong scale' })).status).toBe(200);
const ignore = async (id: number, ignored: boolean) =>
  expect((await owner().put(`schedule/schedules/${id}/`, { ignore_in_reports: ignored, ignore_reason: 'scale' })).status).toBe(200);

/** Feeds on 30 and 31 October, moves on to 5 November and closes October. */
async function closeOctober(): Promise<MonthFigures> {
  await feed('2026-10-30', 20);
  await feed('2026-10-31', 20);
  await moveTo(api, farm, '2026-11-05T08:00:00Z');
  const figures = await figuresOfMonth(farm, '2026-10');
  await make(owner(), 'manager/months/', { farm: farm.farm, month: '2026-10' });
  return figures;
}

test('leftovers dated in the week after a closed month leave its reports as they are', async () => {
  const figures = await closeOctober();
  const before = await figures.read();
  const answers = [await leave('2026-11-01', 50), await leave('2026-11-03', 30)];
  expect(answers.map(({ status, data }) => [status, data.fed_on])).toEqual([
    [201, '2026-11-01'],
    [201, '2026-11-03'],
  ]);
  expect(await figures.read()).toEqual(before);
  // Each counts on its own date, once the group is given something that day.
  await feed('2026-11-03', 10);
  const { totals } = await reportOf(
    owner(),
    `upload_groups/make/?farm=${farm.farm}&planned_on_after=2026-11-01&planned_on_before=2026-11-05`,
  );
  expect(totals.leftovers).toBe(30);
  // More than the group was given on the last day of October wasn't left of it.
  expect(await leave('2026-11-02', 2001)).toMatchObject({ status: 400, errors: { weight: [{ limit: 2000 }] } });
});

test('later feedings, resets and the ignore flag move a feeding day among open days only', async () => {
  await feed('2026-10-30', 20);
  const last = await feed('2026-10-31', 20);
  await moveTo(api, farm, '2026-11-05T08:00:00Z');
  const { data: early } = await leave('2026-11-02', 50);
  const second = await feed('2026-11-02', 10);
  const { data: late } = await leave('2026-11-04', 40);
  expect([await readFeedingDay(early.id), await readFeedingDay(late.id)]).toEqual(['2026-10-31', '2026-11-02']);
  const figures = await figuresOfMonth(farm, '2026-10');
  await make(owner(), 'manager/months/', { farm: farm.farm, month: '2026-10' });
  const before = await figures.read();
  // A leftover of October stays there, even after feedings before its date.
  await feed('2026-11-01', 10);
  expect(await readFeedingDay(early.id)).toBe('2026-10-31');
  // A leftover of November never returns to October.
  await ignore(second, true);
  expect(await readFeedingDay(late.id)).toBe('2026-11-02');
  await reset(second);
  expect(await readFeedingDay(late.id)).toBe('2026-11-01');
  const { data: third } = await owner().get(`schedule/schedules/?planned_on=2026-11-01`);
  await reset(third[0].id);
  expect(await readFeedingDay(late.id)).toBe('2026-11-04');
  expect(await figures.read()).toEqual(before);
  const closed = [409, 'month_closed', '2026-10'];
  const refused = [
    await owner().put(`${path}${early.id}/`, { weight: 1 }),
    await owner().put(`${path}${early.id}/`, { date: '2026-11-05' }),
    await owner().delete(`${path}${early.id}/`),
    await owner().post(`schedule/schedules/${last}/reset/`, { reason: 'x' }),
  ];
  expect(refused.map(({ status, errors }) => [status, errors.detail?.[0]?.code, errors.detail?.[0]?.values?.[0]])).toEqual(
    Array(4).fill(closed),
  );
  expect((await owner().delete(`${path}${late.id}/`)).status).toBe(204);
  expect(await figures.read()).toEqual(before);
});

test('closing, opening and closing a month again moves no leftover', async () => {
  const figures = await closeOctober();
  const { data } = await leave('2026-11-01', 50);
  const before = await figures.read();
  const month = { farm: farm.farm, month: '2026-10' };
  expect((await owner().post('manager/months/reopen/', { ...month, reason: 'A late invoice' })).status).toBe(200);
  expect(await readFeedingDay(data.id)).toBe('2026-11-01');
  expect(await figures.read()).toEqual(before);
});

test('a feeding that reports ignore counts as given: leftovers are measured by it, and its part is in no figure', async () => {
  await feed('2026-10-30', 0.1);
  await ignore(await feed('2026-10-30', 2), true);
  await moveTo(api, farm, '2026-10-31T08:00:00Z');
  const { status, data } = await leave('2026-10-31', 20);
  expect([status, data.delivered, data.fed_on]).toEqual([201, 210, '2026-10-30']);
  expect(await leave('2026-10-31', 211)).toMatchObject({ status: 400 });
  expect(await owner().put(`${path}${data.id}/`, { weight: 210.001 })).toMatchObject({ errors: { weight: [{ limit: 210 }] } });
  const range = `farm=${farm.farm}&planned_on_after=2026-10-30&planned_on_before=2026-10-30`;
  const { totals } = await reportOf(owner(), `upload_groups/make/?${range}`);
  expect([totals.fact, Number(totals.leftovers)]).toEqual([10, expect.closeTo((20 * 10) / 210, 4)]);
  const refusals = await reportOf(owner(), `refusals/make/?${range}`);
  expect(Number(refusals.totals.weight)).toBeCloseTo((20 * 10) / 210, 4);
});
