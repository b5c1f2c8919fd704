import { sql } from 'kysely';
import { ID_DIGITS } from '#contract/ids.ts';
import type { feedingPlan } from '#contract/reports/feeding-plan.ts';
import { atLevel, type Made, type Place, pick } from '#server/reports/kit/report.ts';
import { FEEDING_FIGURES, FEEDING_SUMS, HEADS } from '#server/reports/sql/feeding-figures.ts';
import { feedings } from '#server/reports/sql/feedings.ts';
import { namesOf, selected, shown } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { isReportable, type ReportScope } from '#server/reports/sql/scope.ts';

const KEY = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})_(${ID_DIGITS})_(${ID_DIGITS})$`);

/** The row of the report that `YYYY-MM-DD_group_ration` names. */
export async function findFeeding({ client, db }: Pick<ReportScope, 'client' | 'db'>, key: string): Promise<Place | null> {
  const [, day, group, ration] = KEY.exec(key) ?? [];
  // A day that doesn't exist (the 31st of June) is nobody's row.
  if (!day || !isReportable(day) || new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) !== day) return null;
  const { rows } = await sql<{ farm_id: number }>`
    select g.farm_id from schedule_group g join schedule s on s.client_id = g.client_id and s.id = g.schedule_id
    where g.client_id = ${client} and g.planned_on = ${day}::date and g.group_id = ${Number(group)} and g.ration_id = ${Number(ration)}
      and not s.deleted limit 1`.execute(db);
  return rows[0] ? { farm: rows[0].farm_id, day, within: { group: [Number(group)], ration: [Number(ration)] } } : null;
}

/** The number of a schedule `s` among its farm's schedules of the day, from 1; `position`, which sorts them, has gaps. */
const PLACE_OF_DAY = `(select count(*) from schedule o where o.client_id = s.client_id and o.farm_id = s.farm_id
  and o.planned_on = s.planned_on and not o.deleted and (o.position, o.id) <= (s.position, s.id))`;

const NAMED = {
  level: 't.level',
  id: 't.schedule_id',
  position: `case t.level when 'row' then ${PLACE_OF_DAY} end`,
  period: "coalesce(l.name, '')",
  mixer: 'm.name',
  ration: 'r.name',
  group: 'g.name',
  operator: "trim(a.first_name || ' ' || a.last_name)",
  status: 's.status',
  planned_start: "to_char(l.start_time, 'HH24:MI')",
  loading_started: 's.started_at',
  unloading_started: 't.unloading_started',
  unloading_seconds: 't.unloading_seconds',
  heads: 't.heads',
} as const;

/** Every schedule that fed the group this ration on this day, with its times. */
export async function makeFeedingDetail(scope: ReportScope): Promise<Made<typeof feedingPlan.detail>> {
  const { client } = scope;
  const { rows } = await sql<LevelRow<typeof NAMED & typeof FEEDING_FIGURES>>`
    with ${feedings(scope)}, summed as (
      select case grouping(schedule_id) when 0 then 'row' else 'total' end as level, schedule_id, ${sql.raw(FEEDING_SUMS)}, sum(plan) as headed_plan,
        ${sql.raw(HEADS)}, sum(seconds) filter (where counted) as unloading_seconds,
        min(started_at) filter (where counted) as unloading_started
      from feeding group by grouping sets ((schedule_id), ())
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(FEEDING_FIGURES)}`)}
    from summed t
    left join schedule s on s.client_id = ${client} and s.id = t.schedule_id
    left join loading l on l.client_id = ${client} and l.id = s.loading_id
    left join mixer m on m.client_id = ${client} and m.id = s.mixer_id
    left join account a on a.id = s.operator_id
    left join ration r on r.client_id = ${client} and r.id = ${scope.filters.ration?.[0]}
    left join animal_group g on g.client_id = ${client} and g.id = ${scope.filters.group?.[0]}
    order by l.start_time nulls last, s.position, t.schedule_id`.execute(scope.db);
  const [total] = atLevel(rows, 'total');
  return {
    rows: atLevel(rows, 'row'),
    totals: pick(total, ['heads', 'unloading_seconds', ...namesOf(FEEDING_FIGURES)]),
    tiles: pick(total, namesOf(FEEDING_FIGURES)),
    series: {},
    title: `${total?.group} · ${total?.ration}`,
  };
}
