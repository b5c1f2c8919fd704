import { sql } from 'kysely';
import type { mixerUnloading } from '#contract/reports/mixer-unloading.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { findLoad } from '#server/reports/mixer-loading/detail.ts';
import { scheduleInScope } from '#server/reports/sql/conditions.ts';
import { feedings } from '#server/reports/sql/feedings.ts';
import { namesOf, selected, shown } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';
import { withoutTolerance } from '#server/reports/sql/signed-or-absolute.ts';
import { ADDED_UPLOAD_SUMS, UPLOAD_FIGURES, UPLOAD_SUMS } from '#server/reports/sql/uploads.ts';
import { makeUploadDetail } from './detail.ts';

const NAMED = {
  level: 't.level',
  id: 't.id',
  day: 's.planned_on',
  farm_id: 'coalesce(s.farm_id, g.farm_id)',
  farm: 'f.name',
  period_id: 'l.period_id',
  period: "coalesce(l.name, '')",
  mixer_id: 's.mixer_id',
  mixer: 'm.name',
  tolerant: 'm.unloading_admittance > 0',
  ration_id: 's.ration_id',
  ration: 'r.name',
  operator_id: 'a.id',
  operator: "trim(a.first_name || ' ' || a.last_name)",
  status: 's.status',
  started_at: 's.upload_started_at',
  group_id: 't.group_id',
  group: 'g.name',
  unloading_seconds: 'round(t.seconds)',
} as const;
type UnloadRow = LevelRow<typeof NAMED & typeof UPLOAD_FIGURES>;

const added = sql.raw(ADDED_UPLOAD_SUMS.map((name) => `sum(${name}) as ${name}`).join(', '));
const summed = sql.raw(ADDED_UPLOAD_SUMS.join(', '));

/** One scan of the feedings for rows, totals and charts. `whole`: every grouping, else the total alone. */
async function query(scope: ReportScope, whole: boolean): Promise<UnloadRow[]> {
  const { client } = scope;
  // Schedules that skip times are shown with theirs, and left out of the mean.
  const mean = 'avg(upload_seconds) filter (where not skip_time)';
  const seconds = sql.raw(whole ? `case when grouping(id) = 0 then max(upload_seconds) else ${mean} end` : mean);
  const groupings = whole
    ? sql`case grouping(id, operator_id) when 1 then 'row' when 2 then 'operator' else 'total' end as level, id, operator_id`
    : sql`'total' as level, null::bigint as id, null::bigint as operator_id`;
  const byGroup = sql`
    union all
    select 'group', null, null, group_id, ${summed}, null
    from (select group_id, ${sql.raw(UPLOAD_SUMS)} from feeding group by group_id) g`;
  const { rows } = await sql<UnloadRow>`
    with ${feedings(scope)}, upload as (
      select s.id, s.operator_id, s.upload_seconds, s.skip_time, u.*
      from (select schedule_id, ${sql.raw(UPLOAD_SUMS)} from feeding group by schedule_id) u
      join schedule s on s.id = u.schedule_id and ${scheduleInScope(scope, 's')}
    ), summed as (
      select ${groupings}, null::bigint as group_id, ${added}, ${seconds} as seconds
      from upload ${whole ? sql`group by grouping sets ((id), (operator_id), ())` : sql``}
      ${whole ? byGroup : sql``}
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(UPLOAD_FIGURES)}`)}
    from summed t
    left join schedule s on s.id = t.id and ${scheduleInScope(scope, 's')}
    left join animal_group g on g.client_id = ${client} and g.id = t.group_id
    left join farm f on f.client_id = ${client} and f.id = coalesce(s.farm_id, g.farm_id)
    left join loading l on l.client_id = ${client} and l.id = s.loading_id
    left join mixer m on m.client_id = ${client} and m.id = s.mixer_id
    left join ration r on r.client_id = ${client} and r.id = s.ration_id
    left join account a on a.id = coalesce(s.operator_id, t.operator_id)
    order by s.planned_on, f.name, l.start_time nulls last, s.position, t.id, operator, g.name, t.group_id`.execute(scope.db);
  return rows;
}

const TOTALS = ['unloading_seconds' as const, ...namesOf(UPLOAD_FIGURES)];

async function makeMixerUnloading(scope: ReportScope): Promise<Made<typeof mixerUnloading>> {
  const [rows, before] = await Promise.all([query(scope, true), previously(scope, (range) => query(range, false))]);
  const [total] = atLevel(rows, 'total');
  const several = scope.farms.length > 1;
  return {
    rows: atLevel(rows, 'row').map(({ group_id: _, group: __, ...row }) => withoutTolerance(row)),
    totals: pick(total, TOTALS),
    tiles: pick(total, TOTALS),
    previous: before && pick(before[0], TOTALS),
    series: {
      by_operator: atLevel(rows, 'operator').map((row) =>
        pick(row, ['operator', 'operator_id', 'deviation_percent', 'unloading_accuracy']),
      ),
      by_group: atLevel(rows, 'group').map((row) => ({
        // Groups of different farms may share a name.
        group: several ? `${row.group} · ${row.farm}` : (row.group ?? null),
        ...pick(row, ['group_id', 'unloading_accuracy', 'deviation_percent']),
      })),
    },
  };
}

export const mixerUnloadingServer: ReportServer<typeof mixerUnloading> = {
  rowKeys: ['day', 'farm_id', 'period_id', 'mixer_id', 'ration_id'],
  make: makeMixerUnloading,
  detail: { find: findLoad, make: makeUploadDetail },
};
