import { sql } from 'kysely';
import { expect } from 'vitest';
import type { HomeBoard, HomeWrong } from '#contract/reports/home.ts';
import type { ReportData, ReportFilters } from '#contract/reports/shape.ts';
import type { Caller } from '#tests/support/api.ts';
import { makeAccount, makeClient, type TestClient } from '#tests/support/factories.ts';
import { dice, makeDiceFarm, throwDays } from '#tests/support/reports/facts.ts';
import { test } from '#tests/support/reports/test.ts';

let abroad: TestClient;
let silent: TestClient;
let consultant: Caller;

test.beforeAll(async ({ world }) => {
  const { api } = world;
  const db = api.database.acrossClients();
  api.setNow('2026-11-03T12:00:00Z');
  [abroad, silent] = [await makeClient(api), await makeClient(api)];
  await sql`update client set currency = 'EUR' where id = ${abroad.id}`.execute(db);
  const farm = await makeDiceFarm(db, abroad, 'Lublin', 'Europe/Warsaw', [abroad.ownerId]);
  await throwDays(db, abroad, farm, '2026-10-01', 34, dice(5));
  consultant = (await makeAccount(api, { user_type: 'consultant', clients: [world.client.id, abroad.id, silent.id] })).caller;
});

const board = async () => (await consultant.get<HomeBoard>('dashboard/board/')).data.rows;
/** The report that a figure names, asked within its client as its link asks. */
async function follow(client: number, { report, filters }: { report: string; filters: ReportFilters }): Promise<ReportData> {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) for (const one of [value].flat()) params.append(name, String(one));
  const answer = await consultant.get<ReportData>(`dashboard/clients/${client}/report/${report}/make/?${params}`);
  expect(answer.errors).toBeUndefined();
  return answer.data;
}

test('each client has the figures of its own comparison of farms, in its own currency', async ({ world }) => {
  const rows = await board();
  expect(rows.map(({ client }) => client).toSorted()).toEqual([world.client.id, abroad.id, silent.id].toSorted());
  expect(rows[0]).toMatchObject({ client: silent.id, recorded: false, cost_per_dry_matter: null });
  expect(new Map(rows.map(({ client, currency }) => [client, currency])).get(abroad.id)).toBe('EUR');
  for (const row of rows.filter(({ recorded }) => recorded)) {
    const report = await follow(row.client, row);
    expect(report.currency).toBe(row.currency);
    const { cost_per_dry_matter, loading_accuracy, leftovers_percent, days_of_stock } = report.totals;
    expect(row.cost_per_dry_matter).toBeGreaterThan(0);
    expect(row).toMatchObject({ cost_per_dry_matter, loading_accuracy, leftovers_percent, days_of_stock });
    const { day, value } = row.days.at(-1)!;
    const ofDay = await follow(row.client, { ...row, filters: { ...row.filters, planned_on_after: day, planned_on_before: day } });
    expect(ofDay.totals.cost_per_head).toBeCloseTo(value, 4);
  }
});

test('a client whose first records are of today counts as recorded, with today’s figures', async ({ world }) => {
  const { api } = world;
  const db = api.database.acrossClients();
  const begun = await makeClient(api);
  const farm = await makeDiceFarm(db, begun, 'First day', 'Europe/Warsaw', [begun.ownerId]);
  await throwDays(db, begun, farm, '2026-11-03', 1, dice(6));
  const { caller } = await makeAccount(api, { user_type: 'consultant', clients: [begun.id, silent.id] });
  const { rows } = (await caller.get<HomeBoard>('dashboard/board/')).data;
  expect(rows.map(({ client, recorded }) => [client, recorded])).toEqual([
    [silent.id, false],
    [begun.id, true],
  ]);
  expect(rows[1]!.filters).toMatchObject({ planned_on_after: '2026-11-03', planned_on_before: '2026-11-03' });
  expect(rows[1]!.cost_per_dry_matter).toBeGreaterThan(0);
});

test('as many signals as the client’s own home has, the gravest client first', async () => {
  const rows = await board();
  for (const { client, signals, worst, wrong } of rows) {
    const own = (await consultant.get<HomeWrong>(`dashboard/clients/${client}/report/home/wrong/`)).data;
    expect(signals).toBe(own.alerts.length + (own.not_recorded ? 1 : 0));
    if (worst) expect(own.alerts.find(({ code }) => code === worst.code)?.count).toBe(worst.count);
    const overview = await follow(client, wrong);
    expect((overview.alerts ?? []).map(({ code, count }) => `${code} ${count}`).toSorted()).toEqual(
      own.alerts.map(({ code, count }) => `${code} ${count}`).toSorted(),
    );
    // The overview's own order is by gravity.
    if (worst) expect(overview.alerts?.[0]?.code).toBe(worst.code);
  }
  expect(rows.some(({ signals }) => signals > 0)).toBe(true);
});

test('only who works for several has a board, of their clients alone', async ({ world }) => {
  expect((await world.client.owner.get('dashboard/board/')).status).toBe(403);
  const other = await makeAccount(world.api, { user_type: 'consultant', clients: [abroad.id] });
  expect((await other.caller.get<HomeBoard>('dashboard/board/')).data.rows.map(({ client }) => client)).toEqual([abroad.id]);
});
