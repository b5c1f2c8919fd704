import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row } from '../../contract/reports/shape.ts';
import { tilesOf } from './test-compare.ts';
import { grouped, type Raw } from './test-recompute.ts';
import { before, type DiceWorld, FILTERS, narrowed, range, reportOf, startDiceWorld } from './test-world.ts';

type Schedule = Raw['schedules'][number];

let world: DiceWorld;
let days: Map<number, { loading: number; tz: string }>;
beforeAll(async () => {
  world = await startDiceWorld();
  const db = world.api.database.acrossClients();
  const zones = new Map([
    [world.kyiv.id, 'Europe/Kyiv'],
    [world.newYork.id, 'America/New_York'],
  ]);
  const known = await db.selectFrom('schedule').select(['id', 'loading_id', 'farm_id']).where('client_id', '=', world.client.id).execute();
  days = new Map(known.map(({ id, loading_id, farm_id }) => [id, { loading: loading_id!, tz: zones.get(farm_id)! }]));
}, 60_000);
afterAll(() => world.api.close());

const seconds = (instant: string | null) => (instant === null ? null : Date.parse(instant) / 1000);
const mean = (values: (number | null)[]) => {
  const told = values.filter((value) => value !== null);
  return told.length > 0 ? told.reduce((sum, value) => sum + value, 0) / told.length : null;
};
/** 04:30 of a day where the farm is, by the clock's own rules. */
function plannedAt(day: string, tz: string): number {
  const guess = Date.parse(`${day}T04:30:00Z`);
  const shown = new Date(guess).toLocaleString('sv-SE', { timeZone: tz });
  return (guess - (Date.parse(`${shown.replace(' ', 'T')}Z`) - guess)) / 1000;
}

/** The first load of each period on a date and mixer, over all that could be; schedules that skip times say nothing. */
function firsts(): Set<number> {
  const able = world.raw.schedules.filter((s) => !s.deleted && !s.ignored && !s.skip_time && s.started_at !== null);
  const groups = grouped(able, (s) => `${days.get(s.id)!.loading} ${s.mixer_id}`);
  return new Set(
    [...groups.values()].map((all) => all.toSorted((a, b) => seconds(a.started_at)! - seconds(b.started_at)! || a.id - b.id)[0]!.id),
  );
}

function figures(all: Schedule[], first: Set<number>) {
  const timed = all.filter(({ skip_time }) => !skip_time);
  const late = timed.filter(({ id }) => first.has(id)).map((s) => seconds(s.started_at)! - plannedAt(s.planned_on, days.get(s.id)!.tz));
  const idle = timed.map((s) =>
    s.upload_started_at === null || s.seconds === null
      ? null
      : Math.max(0, seconds(s.upload_started_at)! - seconds(s.started_at)! - s.seconds - (s.mix_seconds ?? 0)),
  );
  return {
    loads: all.length,
    lateness: mean(late),
    seconds: mean(timed.map((s) => s.seconds)),
    mix_seconds: mean(timed.map((s) => s.mix_seconds)),
    idle_seconds: mean(idle),
    unloading_seconds: mean(timed.map((s) => s.upload_seconds)),
  };
}

function expectTimes(row: Row, expected: Record<string, number | null>, what: string) {
  for (const [key, value] of Object.entries(expected)) {
    if (!(key in row)) continue;
    if (value === null) expect(row[key], `${what} ${key}`).toBeNull();
    else expect(Math.abs(Number(row[key]) - value), `${what} ${key}: ${row[key]} for ${value}`).toBeLessThanOrEqual(0.5);
  }
}

it.each(FILTERS.filter((name) => name !== 'a period and statuses'))('times equal an independent recomputation: %s', async (name) => {
  const { query, wanted } = narrowed(world, name);
  const data = await reportOf(world.client.owner, `schedule_loading_time/make/?${range}${query}`);
  const begunIn = (from: string, to: string) =>
    world.raw.schedules.filter(
      (s) =>
        !s.deleted &&
        !s.ignored &&
        s.started_at !== null &&
        wanted.farms.includes(s.farm_id) &&
        s.planned_on >= from &&
        s.planned_on <= to &&
        wanted.schedule?.(s) !== false &&
        (!wanted.group || world.raw.groups.some((g) => g.schedule_id === s.id && wanted.group!(g.group_id))),
    );
  const begun = begunIn(wanted.from, wanted.to);
  const first = firsts();
  const rows = grouped(begun, (s) => `${s.period_id} ${s.mixer_id}`);
  expect(rows.size).toBeGreaterThan(1);
  expect(data.rows.map((row) => `${row.period_id} ${row.mixer_id}`).sort()).toEqual([...rows.keys()].sort());
  for (const row of data.rows) {
    expectTimes(row, figures(rows.get(`${row.period_id} ${row.mixer_id}`)!, first), `${row.period} ${row.mixer}`);
    expect(row.planned_start).toBe('04:30');
    expect(row.actual_start).toMatch(/^\d\d:\d\d$/);
  }
  expectTimes(data.totals, figures(begun, first), 'total');
  expectTimes(tilesOf(data, 'value'), figures(begun, first), 'tile');
  expectTimes(tilesOf(data, 'previous'), figures(begunIn(before.from, before.to), first), 'tile before');
  const [byPeriod, byDay] = data.series;
  const periods = grouped(begun, (s) => String(s.period_id));
  expect(byPeriod!.rows).toHaveLength(periods.size);
  for (const row of byPeriod!.rows) expectTimes(row, figures(periods.get(String(row.period_id))!, first), String(row.period));
  const onDays = grouped(begun, (s) => s.planned_on);
  expect(byDay!.rows.map(({ day }) => day)).toEqual([...onDays.keys()].sort());
  for (const row of byDay!.rows) expectTimes(row, figures(onDays.get(String(row.day))!, first), String(row.day));
});
