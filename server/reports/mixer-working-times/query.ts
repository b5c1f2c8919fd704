import { sql } from 'kysely';
import type { mixerWorkingTimes } from '#contract/reports/mixer-working-times.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { inScope, matchesSchedule } from '#server/reports/sql/conditions.ts';
import { selected } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';

const MEANS = ['lateness', 'seconds', 'mix_seconds', 'idle_seconds', 'unloading_seconds'] as const;
const NAMED = {
  level: 't.level',
  day: 't.day',
  farm_id: 't.farm_id',
  farm: 'f.name',
  period_id: 't.period_id',
  period: "coalesce(p.name, '')",
  mixer_id: 't.mixer_id',
  mixer: 'm.name',
  loads: 't.loads',
  planned_start: "to_char(t.planned_start, 'HH24:MI')",
  // A mean of clock times would be noon for ten to and ten past midnight.
  actual_start: "to_char(t.planned_start + round(t.lateness) * interval '1 second', 'HH24:MI')",
} as const;
type TimesRow = LevelRow<typeof NAMED & Record<(typeof MEANS)[number], string>>;

/**
 * Means over begun loads; schedules that skip times are counted, but have no times. A period's delay is that of its mixer's first load,
 * because later loads follow it by plan. A loaded mixer that neither mixes nor unloads is idle.
 */
async function query(scope: ReportScope): Promise<TimesRow[]> {
  const { client } = scope;
  const { rows } = await sql<TimesRow>`
    with begun as (
      select s.farm_id, s.planned_on as day, l.period_id, s.mixer_id, s.skip_time, l.start_time, ${matchesSchedule(scope, 's')} as matches,
        s.started_at, (l.planned_on + l.start_time) at time zone f.timezone as planned,
        s.seconds, s.mix_seconds, s.upload_seconds as unloading_seconds,
        -- Unknown where the load's end or the unloading's start is; greatest() alone would make it 0.
        case when s.seconds is not null and s.upload_started_at is not null
          then greatest(extract(epoch from s.upload_started_at - s.started_at) - s.seconds - coalesce(s.mix_seconds, 0), 0) end as idle_seconds,
        row_number() over (partition by s.loading_id, s.mixer_id, s.skip_time order by s.started_at, s.id) as turn
      from schedule s join farm f on f.client_id = s.client_id and f.id = s.farm_id
      left join loading l on l.client_id = s.client_id and l.id = s.loading_id
      where ${inScope(scope, 's')} and not s.deleted and not s.ignore_in_reports and s.started_at is not null
    ), timed as (
      select *, case when first then extract(epoch from started_at - planned) end as lateness
      from (select *, turn = 1 and not skip_time and planned is not null as first from begun where matches) b
    ), summed as (
      select case grouping(farm_id, mixer_id, period_id, day) when 1 then 'row' when 13 then 'period' when 14 then 'day' else 'total' end as level,
        farm_id, mixer_id, period_id, day, count(*) as loads, mode() within group (order by start_time) as planned_start,
        avg(lateness) as lateness,
        ${sql.raw(
          MEANS.slice(1)
            .map((name) => `avg(${name}) filter (where not skip_time) as ${name}`)
            .join(', '),
        )}
      from timed group by grouping sets ((farm_id, mixer_id, period_id), (period_id), (day), ())
    )
    select ${sql.raw(selected(NAMED))}, ${sql.raw(MEANS.map((name) => `round(t.${name}) as ${name}`).join(', '))}
    from summed t
    left join period p on p.client_id = ${client} and p.id = t.period_id
    left join mixer m on m.client_id = ${client} and m.id = t.mixer_id
    left join farm f on f.client_id = ${client} and f.id = coalesce(t.farm_id, p.farm_id)
    order by t.day, f.name, f.id, p.start_time nulls last, p.name, t.period_id, m.name, t.mixer_id`.execute(scope.db);
  return rows;
}

const TOTALS = ['loads', ...MEANS] as const;

async function makeWorkingTimes(scope: ReportScope): Promise<Made<typeof mixerWorkingTimes>> {
  const [rows, before] = await Promise.all([query(scope), previously(scope, query)]);
  const [total] = atLevel(rows, 'total');
  const several = scope.farms.length > 1;
  return {
    rows: atLevel(rows, 'row').map(({ day: _, ...row }) => row),
    totals: pick(total, TOTALS),
    tiles: pick(total, TOTALS),
    previous: before && pick(atLevel(before, 'total')[0], TOTALS),
    series: {
      by_period: atLevel(rows, 'period').map((row) => ({
        // Periods of different farms may share a name.
        period: several && row.period ? `${row.period} · ${row.farm}` : row.period,
        ...pick(row, ['period_id', 'loads', ...MEANS]),
      })),
      by_day: atLevel(rows, 'day').map((row) => pick(row, ['day', 'loads', 'lateness'])),
    },
  };
}

export const mixerWorkingTimesServer: ReportServer<typeof mixerWorkingTimes> = {
  rowKeys: ['farm_id', 'period_id', 'mixer_id'],
  make: makeWorkingTimes,
};
