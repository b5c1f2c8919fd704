import { expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { exact, number, readRaw, total } from '#tests/support/reports/recompute.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test } from '#tests/support/test.ts';

test.override('template', 'tiny');

test('on the demonstration farms what was fed is what was loaded, with feedings left out of reports', async ({ api }) => {
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
