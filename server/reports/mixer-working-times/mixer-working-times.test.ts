import { describe, expect } from 'vitest';
import type { Row } from '#contract/reports/shape.ts';
import { makeClient } from '#tests/support/factories.ts';
import { tilesOf } from '#tests/support/reports/compare.ts';
import { makeDiceFarm } from '#tests/support/reports/facts.ts';
import { grouped, type Raw } from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, type DiceWorld, FILTERS, narrowed, range, reportOf } from '#tests/support/reports/world.ts';

type Schedule = Raw['schedules'][number];

let days: Map<number, { loading: number; tz: string }>;
test.beforeAll(async ({ world }) => {
  const db = world.api.database.acrossClients();
  const zones = new Map([
    [world.kyiv.id, 'Europe/Kyiv'],
    [world.newYork.id, 'America/New_York'],
  ]);
  const known = await db.selectFrom('schedule').select(['id', 'loading_id', 'farm_id']).where('client_id', '=', world.client.id).execute();
  days = new Map(known.map(({ id, loading_id, farm_id }) => [id, { loading: loading_id!, tz: zones.get(farm_id)! }]));
});

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

/** The first load of each period on a date and mixer, over all candidates; schedules that skip times are left out. */
function firsts(world: DiceWorld): Set<number> {
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

test.for(FILTERS.filter((name) => name !== 'a period and statuses'))(
  'times equal an independent recomputation: %s',
  async (name, { world }) => {
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
    const first = firsts(world);
    const rows = grouped(begun, (s) => `${s.period_id} ${s.mixer_id}`);
    expect(rows.size).toBeGreaterThan(1);
    expect(data.rows.map((row) => `${row.period_id} ${row.mixer_id}`).sort()).toEqual([...rows.keys()].sort());
    for (const row of data.rows) {
      expectTimes(row, figures(rows.get(`${row.period_id} ${row.mixer_id}`)!, first), `${row.period} ${row.mixer}`);
      expect(row.planned_start).toBe('04:30');
      const late = (24 * 60 + 4 * 60 + 30) * 60 + Math.round(Number(row.lateness));
      expect(row.actual_start, `${row.period} ${row.mixer}`).toBe(
        row.lateness === null ? null : new Date(late * 1000).toISOString().slice(11, 16),
      );
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
  },
);

describe('around midnight and when clocks change', () => {
  /** One period of one farm in Kyiv and when its first loads of some days began, in UTC. */
  async function times(world: DiceWorld, start: string, began: Record<string, string>) {
    const client = await makeClient(world.api);
    const db = world.api.database.forClient(client.id);
    const farm = await makeDiceFarm(db, client, 'Night', 'Europe/Kyiv', [client.ownerId]);
    const days = Object.keys(began).sort();
    for (const [planned_on, started_at] of Object.entries(began)) {
      const place = { client_id: client.id, farm_id: farm.id, planned_on };
      const { id: loading_id } = await db
        .insertInto('loading')
        .values({ ...place, period_id: farm.periods[0]!, name: 'Night', start_time: start, end_time: '23:59' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('schedule')
        .values({
          ...place,
          loading_id,
          position: 1,
          ration_id: farm.rations[0]!,
          mixer_id: farm.mixers[0]!,
          status: 'in_process',
          started_at,
        })
        .execute();
    }
    const asked = `farm=${farm.id}&planned_on_after=${days[0]}&planned_on_before=${days.at(-1)}`;
    const [data, dashboard] = await Promise.all([
      reportOf(client.owner, `schedule_loading_time/make/?${asked}`),
      reportOf(client.owner, `dashboard/make/?${asked}`),
    ]);
    const [row] = data.rows;
    expect(tilesOf(dashboard, 'value').punctuality).toBe(row!.lateness);
    return row!;
  }

  test('ten to and ten past midnight make midnight, not noon', async ({ world }) => {
    // Kyiv is two hours ahead in November.
    const row = await times(world, '23:50', { '2026-11-03': '2026-11-03T21:50:00Z', '2026-11-04': '2026-11-04T22:10:00Z' });
    expect(row).toMatchObject({ planned_start: '23:50', actual_start: '00:00', lateness: 600 });
  });

  test('a load that begins before its day is early', async ({ world }) => {
    const row = await times(world, '00:10', { '2026-11-03': '2026-11-02T21:50:00Z', '2026-11-04': '2026-11-03T22:00:00Z' });
    expect(row).toMatchObject({ planned_start: '00:10', actual_start: '23:55', lateness: -900 });
  });

  test('the night on which clocks change makes nobody late', async ({ world }) => {
    const autumn = await times(world, '05:00', { '2026-10-24': '2026-10-24T02:06:00Z', '2026-10-25': '2026-10-25T03:12:00Z' });
    expect(autumn).toMatchObject({ planned_start: '05:00', actual_start: '05:09', lateness: 540 });
    const spring = await times(world, '05:00', { '2026-03-28': '2026-03-28T03:06:00Z', '2026-03-29': '2026-03-29T02:12:00Z' });
    expect(spring).toMatchObject({ planned_start: '05:00', actual_start: '05:09', lateness: 540 });
  });
});
