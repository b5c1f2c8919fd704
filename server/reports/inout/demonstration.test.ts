import { sql } from 'kysely';
import { expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { exact, number, readRaw, total } from '#tests/support/reports/recompute.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test } from '#tests/support/test.ts';

test.override('template', 'tiny');

test('on the demonstration farms the fed quantity equals the loaded quantity, including feedings that reports ignore', async ({ api }) => {
  const owner = await api.signIn('owner@manger.test');
  const client = (await owner.get('auth/me/')).data.client;
  const raw = await readRaw(api.database.acrossClients(), client);
  const last = raw.schedules
    .flatMap(({ status, planned_on }) => (status === 'uploaded' ? [planned_on] : []))
    .sort()
    .at(-1)!;
  const from = addDays(last, -29);
  for (const farm of new Set(raw.schedules.map(({ farm_id }) => farm_id))) {
    const query = `?planned_on_after=${from}&planned_on_before=${last}&farm=${farm}`;
    const stock = await reportOf(owner, `inout/${query}`);
    const loads = await reportOf(owner, `load/${query}`);
    const left = raw.schedules.filter((s) => s.ignored && !s.deleted && s.farm_id === farm && s.planned_on >= from && s.planned_on <= last);
    const leftOut = new Set(left.filter(({ status }) => status !== 'waited' && status !== 'in_process').map(({ id }) => id));
    const ignored = total(raw.items.flatMap(({ schedule_id, fact }) => (leftOut.has(schedule_id) ? [exact(fact ?? '0')] : [])));
    expect(loads.totals.fact).toBeGreaterThan(1000);
    expect(stock.totals.fed).toBeCloseTo(Number(loads.totals.fact) + number(ignored)!, 6);
    expect(stock.rows.length).toBeGreaterThan(5);
    for (const row of stock.rows) expect([row.check, row.check_value]).toEqual([0, 0]);
  }
});

test('all months of the demonstration are free of revaluations, because its entries follow the order of events', async ({ api }) => {
  const owner = await api.signIn('owner@manger.test');
  const client = (await owner.get('auth/me/')).data.client;
  const { rows: known } = await sql<{ farm: number; month: string; end: string }>`
    select distinct farm_id as farm, month, (month + interval '1 month' - interval '1 day')::date as end from stock_month
    where client_id = ${client}`.execute(api.database.acrossClients());
  let deliveries = 0;
  for (const { farm, month, end } of known) {
    const { rows } = await reportOf(owner, `inout/?planned_on_after=${month}&planned_on_before=${end}&farm=${farm}`);
    for (const row of rows) {
      const kg = Number(row.opening) + Number(row.received) + Number(row.harvested) + Number(row.crafted_in);
      deliveries += Number(row.received) > 0 ? 1 : 0;
      expect(Math.abs(Number(row.revaluation)), `${month} ${row.ingredient}`).toBeLessThanOrEqual(1e-6 + 1e-9 * kg);
    }
  }
  expect(deliveries).toBeGreaterThan(20);
});
