import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { permissionsOf } from '#contract/access.ts';
import { ACCESS_PRESETS } from '#contract/access-presets.ts';
import type { HomeCost, HomeFarms, HomeIntakes, HomeTrends, HomeWrong } from '#contract/reports/home.ts';
import type { ReportFilters } from '#contract/reports/shape.ts';
import { rollUpDueDays } from '#server/reports/kit/day-roll-ups.ts';
import type { Caller } from '#tests/support/api.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { expectFigures, tilesOf } from '#tests/support/reports/compare.ts';
import { throwMilk } from '#tests/support/reports/milk.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, reportOf } from '#tests/support/reports/world.ts';
import { monthTo } from './scope.ts';

let owner: Caller;

/** A caller of that day, since tokens live by the clock. */
async function on(world: DiceWorld, day: string): Promise<Caller> {
  world.api.setNow(`${day}T12:00:00Z`);
  return (await makeAccount(world.api, { user_type: 'client', client_id: world.client.id })).caller;
}

test.beforeAll(async ({ world }) => {
  await sql`update schedule set status = 'uploaded' where status = 'waited'
    and id in (select min(id) from schedule where client_id = ${world.client.id} group by farm_id, planned_on)`.execute(
    world.api.database.acrossClients(),
  );
  owner = await on(world, '2026-11-03');
});

const BLOCKS = ['trends', 'cost', 'wrong', 'farms', 'intakes'] as const;
const block = async <T>(name: (typeof BLOCKS)[number]): Promise<T> => {
  const answer = await owner.get<T>(`report/home/${name}/`);
  expect(answer.errors).toBeUndefined();
  return answer.data;
};
/** The report that a figure names, asked as its link asks. */
const follow = ({ report, filters }: { report: string; filters: ReportFilters }) => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) for (const one of [value].flat()) params.append(name, String(one));
  return reportOf(owner, `${report}/make/?${params}`);
};

describe('every figure is that of the report that it leads to', () => {
  test('home shows the cost of yesterday, this month and last month, the comparison, and the causes', async () => {
    const { yesterday, month, last_month } = await block<HomeCost>('cost');
    expect([yesterday, month, last_month].map(({ filters }) => [filters.planned_on_after, filters.planned_on_before])).toEqual([
      ['2026-11-02', '2026-11-02'],
      ['2026-11-01', '2026-11-02'],
      ['2026-10-01', '2026-10-31'],
    ]);
    for (const one of [yesterday, month, last_month]) {
      expect(one.cost).toBeGreaterThan(0);
      const tiles = tilesOf(await follow(one), 'value');
      expectFigures(tiles, { cost: one.cost, cost_per_head: one.cost_per_head }, String(one.filters.planned_on_before));
    }
    // Two days against the same two of the month before.
    const now = await follow(month);
    expect(month.base).toEqual(now.tiles_base);
    expect(month.base).toMatchObject({ planned_on_after: '2026-10-01', planned_on_before: '2026-10-02', reason: null });
    expect(month.previous_cost).toBe(tilesOf(now, 'previous').cost);
    expect(month.previous_cost).toBeGreaterThan(0);
    expect(month.cost).toBe(tilesOf(now, 'value').cost);
    expect(last_month.filters).toMatchObject({ previous_on_after: '2026-09-01', previous_on_before: '2026-09-30' });
    const chart = now.series.find(({ key }) => key === 'causes');
    expect(chart?.rows.length).toBeGreaterThan(2);
    expect(month.waterfall).toEqual(chart);
  });

  test('home shows income over feed cost per head and day of the last seven days, and nothing without milk or without the right to its report', async ({
    world,
  }) => {
    expect((await block<HomeCost>('cost')).milk).toBeNull();
    await throwMilk(world);
    const { milk } = await block<HomeCost>('cost');
    expect(milk?.filters).toMatchObject({ planned_on_after: '2026-10-27', planned_on_before: '2026-11-02' });
    const report = await follow(milk!);
    const { iofc_per_head, milk_per_head, base } = milk!;
    expect(iofc_per_head).not.toBeNull();
    expectFigures(tilesOf(report, 'value'), { iofc_per_head, milk_per_head }, 'milk');
    expect(base).toEqual(report.tiles_base);
    expect(milk?.previous_iofc_per_head).toBe(tilesOf(report, 'previous').iofc_per_head);
    const { 'manger.additional': _, ...rights } = { 'manger.additional': '', ...ACCESS_PRESETS.manager };
    const permissions = permissionsOf(rights);
    const group = await make(owner, 'perm/groups/', { name: 'Without additional reports', permissions });
    const { caller } = await makeAccount(world.api, { user_type: 'employee', client_id: world.client.id, access_group_id: group.id });
    expect((await caller.get<HomeCost>('report/home/cost/')).data).toMatchObject({ milk: null, month: { cost: expect.any(Number) } });
  });

  test('headline figures equal the tiles of their reports, and their days the reports of each day', async () => {
    const { figures } = await block<HomeTrends>('trends');
    expect(figures.map(({ key }) => key)).toEqual(['cost_per_head', 'iofc_per_head', 'efficiency']);
    for (const { key, value, previous, base, days, ...source } of figures) {
      expect(source.filters).toMatchObject({ planned_on_after: '2026-10-04', planned_on_before: '2026-11-02' });
      expect(value).not.toBeNull();
      const report = await follow(source);
      expectFigures(tilesOf(report, 'value'), { [key]: value }, key);
      expect([base, previous]).toEqual([report.tiles_base, tilesOf(report, 'previous')[key]]);
      expect(days.length).toBeGreaterThan(1);
      for (const { day, value: ofDay } of [days[0]!, days.at(-1)!]) {
        const filters = { ...source.filters, planned_on_after: day, planned_on_before: day };
        expectFigures(tilesOf(await follow({ ...source, filters }), 'value'), { [key]: ofDay }, `${key} of ${day}`);
      }
    }
  });

  test('home shows faults, the most expensive first', async () => {
    const wrong = await block<HomeWrong>('wrong');
    const report = await follow(wrong);
    const byCode = <A extends { code: string }>(all: readonly A[]) => all.toSorted((a, b) => a.code.localeCompare(b.code));
    expect(wrong.alerts.length).toBeGreaterThan(1);
    expect(byCode(wrong.alerts)).toEqual(byCode(report.alerts!));
    const money = wrong.alerts.map((alert) => alert.money ?? 0);
    expect(money).toEqual(money.toSorted((a, b) => b - a));
    expect(money[0]).toBeGreaterThan(0);
    expect(wrong.not_recorded).toEqual(report.notes.find(({ code }) => code === 'plan_without_facts') ?? null);
  });

  test('home compares the farms one by one', async () => {
    const farms = await block<HomeFarms>('farms');
    const { rows } = await follow(farms);
    expect(farms.rows.map(({ farm }) => farm).toSorted()).toEqual(rows.map(({ farm_id }) => farm_id).toSorted());
    for (const { farm, report, filters, days, ...figures } of farms.rows) {
      const row = rows.find((one) => one.farm_id === farm)!;
      expect(row).toMatchObject(figures);
      expect((await follow({ report, filters })).rows).toEqual([expect.objectContaining(figures)]);
      expect(days.length).toBeGreaterThan(1);
      for (const { day, value } of [days[0]!, days.at(-1)!]) {
        const ofDay = await follow({ report, filters: { ...filters, planned_on_after: day, planned_on_before: day } });
        expect([day, tilesOf(ofDay, 'value').cost_per_head]).toEqual([day, expect.closeTo(value, 4)]);
      }
    }
    expect(farms.rows.length).toBeGreaterThan(1);
  });

  test('home figures are equal from stored and from stale days', async ({ world }) => {
    const answers = async () => [await block<HomeTrends>('trends'), await block<HomeCost>('cost'), await block<HomeFarms>('farms')];
    const ofFacts = await answers();
    await rollUpDueDays(world.api.services);
    const { rows } = await sql`select from feeding_day_due`.execute(world.api.database.acrossClients());
    expect(rows).toHaveLength(0);
    expect(await answers()).toEqual(ofFacts);
  });

  test('groups whose intake changed', async () => {
    const intakes = await block<HomeIntakes>('intakes');
    const { comparison } = await follow(intakes);
    expect(comparison).toMatchObject(intakes.base);
    expect(intakes.rows.length).toBeGreaterThan(0);
    for (const { group, dmi, previous_dmi, percent, ...source } of intakes.rows) {
      expect(Math.abs(percent)).toBeGreaterThanOrEqual(5);
      const [row] = (await follow(source)).rows;
      expect(row).toMatchObject({ group_id: group, dmi, 'base.dmi': previous_dmi, 'percent.dmi': percent });
    }
  });
});

test('home refuses all blocks without the right to the overview, and shows no figure of another’s farm', async ({ world }) => {
  const employee = async (preset?: keyof typeof ACCESS_PRESETS) => {
    const group = await make(owner, 'perm/groups/', {
      name: `Group ${preset}`,
      permissions: preset ? permissionsOf(ACCESS_PRESETS[preset]) : [],
    });
    return (await makeAccount(world.api, { user_type: 'employee', client_id: world.client.id, access_group_id: group.id })).caller;
  };
  const people: [Caller, number][] = [
    [owner, 200],
    [await employee('manager'), 200],
    [await employee('accountant'), 200],
    [await employee('feeder'), 403],
    [await employee(), 403],
  ];
  for (const [caller, status] of people)
    for (const name of BLOCKS) expect([name, (await caller.get(`report/home/${name}/`)).status]).toEqual([name, status]);
  const stranger = (await makeAccount(world.api, { user_type: 'consultant' })).caller;
  expect((await stranger.get(`dashboard/clients/${world.client.id}/report/home/cost/`)).status).toBe(404);
  const consultant = (await makeAccount(world.api, { user_type: 'consultant', clients: [world.client.id] })).caller;
  const ofFarm = await consultant.get<HomeCost>(`dashboard/clients/${world.client.id}/farms/${world.kyiv.id}/report/home/cost/`);
  expect(ofFarm.data.month.filters.farm).toEqual([world.kyiv.id]);
  const permissions = permissionsOf(ACCESS_PRESETS.manager);
  const ofOne = await make(owner, 'perm/groups/', { name: 'New York', permissions, farms: [world.newYork.id] });
  const bounded = (await makeAccount(world.api, { user_type: 'employee', client_id: world.client.id, access_group_id: ofOne.id })).caller;
  const own = (await bounded.get<HomeFarms>('report/home/farms/')).data;
  expect([own.filters.farm, own.rows.map(({ farm }) => farm)]).toEqual([[world.newYork.id], [world.newYork.id]]);
});

test('home has no figures and no failure for a client without farms', async ({ world }) => {
  const { caller } = await makeAccount(world.api, { user_type: 'admin', is_superadmin: true });
  const { id } = await world.api.database
    .acrossClients()
    .insertInto('client')
    .values({ company_name: 'New', modules: ['manger'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const name of BLOCKS) expect((await caller.get(`dashboard/clients/${id}/report/home/${name}/`)).status).toBe(200);
  expect((await caller.get(`dashboard/clients/${id}/report/home/cost/`)).data.month).toMatchObject({ cost: null, waterfall: null });
  expect((await caller.get(`dashboard/clients/${id}/report/home/trends/`)).data).toEqual({ figures: [] });
});

test('home compares a month with the same days of the month before, and a whole month with a whole month', () => {
  const range = (after: string, before: string) => ({ after, before });
  expect(monthTo('2026-11-02')).toEqual({ month: range('2026-11-01', '2026-11-02'), before: range('2026-10-01', '2026-10-02') });
  expect(monthTo('2026-03-30')).toEqual({ month: range('2026-03-01', '2026-03-30'), before: range('2026-02-01', '2026-02-28') });
  expect(monthTo('2026-02-28')).toEqual({ month: range('2026-02-01', '2026-02-28'), before: range('2026-01-01', '2026-01-31') });
});
