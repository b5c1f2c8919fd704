import { expect } from 'vitest';
import { dayAt } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import type { Caller } from '#tests/support/api.ts';
import { compareLoads, comparePlanfeed } from '#tests/support/reports/compare.ts';
import { type Raw, readRaw } from '#tests/support/reports/recompute.ts';
import { test as base } from '#tests/support/test.ts';

// The demonstration farms: facts as the product itself records them.
let owner: Caller;
let raw: Raw;
let client: number;
let last: string;
/** Each farm's own day of now. */
let todays: Map<number, string>;

const test = base.override({ template: 'tiny' });
test.beforeAll(async ({ api }) => {
  owner = await api.signIn('owner@manger.test');
  client = (await owner.get('auth/me/')).data.client;
  const places = await api.database.acrossClients().selectFrom('farm').select(['id', 'timezone']).where('client_id', '=', client).execute();
  todays = new Map(places.map(({ id, timezone }) => [id, dayAt(new Date(), timezone)]));
  raw = await readRaw(api.database.acrossClients(), client);
  const fed = raw.schedules.filter(({ status }) => status === 'uploaded').map((schedule) => schedule.planned_on);
  last = fed.sort().at(-1) as string;
});

test.each([1, 7, 45])('both reports equal an independent recomputation over %i days of every farm', async (days) => {
  const farms = [...new Set(raw.schedules.map(({ farm_id }) => farm_id))];
  expect(farms.length).toBeGreaterThan(1);
  const from = addDays(last, 1 - days);
  const before = { from: addDays(from, -days), to: addDays(from, -1) };
  for (const farm of [...farms.map((one) => [one]), farms]) {
    const query = `?planned_on_after=${from}&planned_on_before=${last}&farm=${farm.join(',')}`;
    const wanted = { farms: farm, from, to: last, today: (id: number) => todays.get(id)! };
    const planfeed = await owner.get<ReportData>(`report/planfeed/${query}`);
    expect(planfeed.data.rows.length).toBeGreaterThan(0);
    comparePlanfeed(planfeed.data, raw, wanted, { ...wanted, ...before });
    const loads = await owner.get<ReportData>(`report/load/${query}`);
    compareLoads(loads.data, raw, wanted, { ...wanted, ...before });
  }
});
