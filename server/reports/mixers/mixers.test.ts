import { expect } from 'vitest';
import { make } from '#tests/support/factories.ts';
import { expectFigures, tilesOf } from '#tests/support/reports/compare.ts';
import {
  exact,
  type Fraction,
  grouped,
  HUNDRED,
  minus,
  number,
  over,
  plus,
  type Raw,
  times,
  total,
  ZERO,
} from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, narrowed, range, reportOf } from '#tests/support/reports/world.ts';

const LOADED = ['loaded', 'out_process', 'uploaded'];
type Load = Raw['schedules'][number];
const weights = (rows: { fact: string | null }[]): Fraction => total(rows.map(({ fact }) => exact(fact ?? '0')));

/** The loads of the range that reports count, of farms and mixers. */
function listLoads({ raw }: DiceWorld, { from, to, farms, schedule = () => true }: ReturnType<typeof narrowed>['wanted']): Load[] {
  const itemsOf = grouped(raw.items, ({ schedule_id }) => schedule_id);
  return raw.schedules.filter(
    (load) =>
      farms.includes(load.farm_id) &&
      from <= load.planned_on &&
      load.planned_on <= to &&
      !load.deleted &&
      !load.ignored &&
      LOADED.includes(load.status) &&
      itemsOf.has(String(load.id)) &&
      schedule(load),
  );
}

/** The report's figures of loads: leftovers that were fed again aren't counted. */
function computeFigures({ raw }: DiceWorld, loads: readonly Load[]) {
  const itemsOf = grouped(raw.items, ({ schedule_id }) => schedule_id);
  const groupsOf = grouped(raw.groups, ({ schedule_id }) => schedule_id);
  const loaded = (of: readonly Load[]) => total(of.map(({ id }) => weights(itemsOf.get(String(id)) ?? [])));
  const done = loads.filter(({ status, id }) => status === 'uploaded' && groupsOf.has(String(id)));
  const unloaded = total(done.map(({ id }) => weights(groupsOf.get(String(id)) ?? [])));
  const drift = minus(loaded(done), unloaded);
  return {
    loads: loads.length,
    loaded_weight: number(loaded(loads)),
    refed_weight: 0,
    in_mixer: number(minus(loaded(loads), loaded(done))),
    unloaded_weight: number(unloaded),
    drift: number(drift),
    drift_percent: number(over(times(HUNDRED, drift), loaded(done))),
    rotations: number(loads.reduce((sum, { rotations }) => plus(sum, exact(rotations ?? '0')), ZERO)),
  };
}
const SUMMED = ['loads', 'loaded_weight', 'in_mixer', 'unloaded_weight', 'drift', 'rotations'];
const byMixer = ({ mixer_id }: { mixer_id?: unknown }) => String(mixer_id);

test.for(['all farms', 'one farm', 'a mixer'])(
  'mixers equal an independent recomputation and sum to the report of loads: %s',
  async (name, { world }) => {
    const [mixer] = world.kyiv.mixers;
    const { query, wanted } =
      name === 'a mixer'
        ? {
            query: `&mixer=${mixer}`,
            wanted: { ...narrowed(world, 'all farms').wanted, schedule: (load: Load) => load.mixer_id === mixer },
          }
        : narrowed(world, name);
    const [data, told] = await Promise.all([
      reportOf(world.client.owner, `mixers/make/?${range}${query}`),
      reportOf(world.client.owner, `load/make/?${range}${query}`),
    ]);
    const loads = listLoads(world, wanted);
    const mixers = grouped(loads, byMixer);
    expect(loads.length).toBeGreaterThan(10);
    expect(data.rows.map(byMixer).sort()).toEqual([...mixers.keys()].sort());
    for (const row of data.rows) expectFigures(row, computeFigures(world, mixers.get(byMixer(row))!), `mixer ${row.mixer}`);
    expectFigures(data.totals, computeFigures(world, loads), 'total');
    for (const key of SUMMED) {
      const sum = data.rows.reduce((all, row) => all + Number(row[key] ?? 0), 0);
      expect(sum, key).toBeCloseTo(Number(data.totals[key]), 4);
    }
    const counted = told.rows.filter(({ status }) => LOADED.includes(String(status)));
    expect([data.totals.loads, data.totals.loaded_weight]).toEqual([counted.length, expect.closeTo(Number(told.totals.fact), 4)]);
    // Loaded feed is still in the mixer, unloaded or drift.
    const { loaded_weight, in_mixer, unloaded_weight, drift } = data.totals as Record<string, number>;
    expect(loaded_weight! - in_mixer! - drift!).toBeCloseTo(unloaded_weight!, 4);

    const { rows: cells } = data.series.find(({ key }) => key === 'drift')!;
    const days = grouped(loads, ({ mixer_id, planned_on }) => `${mixer_id} ${planned_on}`);
    expect(cells).toHaveLength(mixers.size * new Set(loads.map(({ planned_on }) => planned_on)).size);
    for (const cell of cells) {
      const own = days.get(`${cell.mixer_id} ${cell.day}`);
      expectFigures(cell, { drift: own ? computeFigures(world, own).drift : null }, `${cell.mixer} ${cell.day}`);
    }
  },
);

test('completed and due services are shown at the mixer; without any the columns are left out', async ({ world }) => {
  const { owner } = world.client;
  const ask = () => reportOf(owner, `mixers/make/?${range}&farm=${world.kyiv.id}`);
  const listColumnKeys = ({ columns }: { columns: { key: string }[] }) => columns.map(({ key }) => key);
  expect(listColumnKeys(await ask())).not.toContain('next_service');
  const [mixer] = world.kyiv.mixers as [number];
  const { loads } = (await ask()).rows.find((row) => row.mixer_id === mixer)! as { loads: number };
  const [plan] = await Promise.all([
    make(owner, 'manager/serviceplans/', { mixer, what: 'Knives', every: { loads: 1 } }),
    make(owner, 'manager/serviceplans/', { mixer, what: 'Grease', every: { loads: 100_000 } }),
  ]);
  const before = await ask();
  const due = before.rows.find((row) => row.mixer_id === mixer)!;
  expect(due).toMatchObject({ next_service: 'Knives', plans_due: 1, services: 0, service_cost: null });
  expect(Number(due.service_part)).toBeGreaterThanOrEqual(100 * loads);
  expect(before.rows.filter((row) => row.mixer_id !== mixer).map(({ plans_due }) => plans_due)).not.toContain(1);
  expect(tilesOf(before, 'value').plans_due).toBe(1);
  const { to } = narrowed(world, 'all farms').wanted;
  const ofMixer = world.raw.schedules.filter((load) => load.mixer_id === mixer && load.planned_on <= to && LOADED.includes(load.status));
  const latest = new Date(Math.max(...ofMixer.map(({ started_at }) => Date.parse(started_at!))) + 60_000).toISOString();
  await make(owner, 'manager/services/', { mixer, plan: plan.id, done_at: latest, cost: 320.25 });
  const after = (await ask()).rows.find((row) => row.mixer_id === mixer)!;
  expect(after).toMatchObject({ next_service: 'Grease', plans_due: 0, services: 1, service_cost: 320.25 });
});
