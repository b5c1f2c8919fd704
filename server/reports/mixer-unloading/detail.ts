import { sql } from 'kysely';
import type { mixerUnloading } from '#contract/reports/mixer-unloading.ts';
import { leftoversIn, loadBase, shareOf } from '#server/domain/load-shares.ts';
import { atLevel, type Made, pick } from '#server/reports/kit/report.ts';
import { carriedOn, loadParts } from '#server/reports/sql/carried.ts';
import { isOver } from '#server/reports/sql/conditions.ts';
import { deviation, deviationPercent, namesOf, selected, shown } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { weighedAt } from '#server/reports/sql/prices.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { signedOrAbsolute } from '#server/reports/sql/signed-or-absolute.ts';
import { UPLOAD_FIGURES, UPLOAD_SUMS } from '#server/reports/sql/uploads.ts';

const NAMED = {
  level: 't.level',
  group_id: 't.group_id',
  group: 'g.name',
  position: 't.position',
  heads: 't.heads',
  unloading_seconds: 't.unloading_seconds',
  started_at: "case t.level when 'row' then t.started_at end",
  kept: "case when t.level = 'row' and m.unloading_admittance > 0 then abs(t.fact - t.plan) <= m.unloading_admittance end",
  title: "concat_ws(' · ', l.name, r.name, m.name)",
} as const;

/**
 * The plan and fact of each group from one schedule so far, including schedules that are still unloading or that reports ignore. A group
 * counts as fed once it has a plausible fact, or when unloading has ended without one.
 */
export async function makeUploadDetail(scope: ReportScope): Promise<Made<typeof mixerUnloading.detail>> {
  const { client, from, schedule } = scope;
  const { rows } = await sql<LevelRow<typeof NAMED & typeof UPLOAD_FIGURES>>`
    with given as (
      select g.group_id, g.position, g.heads, g.started_at, g.seconds, g.weight_plan as plan, known.counted, ${isOver(scope, 'g')} as over,
        case when known.counted then coalesce(g.weight_fact, 0) end as fact
      from schedule_group g join schedule s on s.client_id = g.client_id and s.id = g.schedule_id
      cross join lateral (select (g.weight_fact is not null or s.status = 'uploaded') and not g.implausible as counted) known
      where g.client_id = ${client} and g.planned_on = ${from}::date and g.schedule_id = ${schedule}
    ), load as (
      select sum(i.weight_fact) as kg, case when not bool_or(i.implausible) then sum(i.weight_fact * i.price) end as cost from ${weighedAt(scope)} i
      where i.client_id = ${client} and i.planned_on = ${from}::date and i.schedule_id = ${schedule}
    ), brought as (
      select coalesce(sum(kg), 0) as kg, coalesce(sum(cost), 0) as cost from (${loadParts(scope)}) p where carried and schedule_id = ${schedule}
    ), went_on as (
      select from_group_id, sum(cost) as cost from (${carriedOn(scope)}) c where from_schedule_id = ${schedule} group by from_group_id
    ), mix as (
      select load.cost + brought.cost as cost, ${sql.raw(loadBase('(load.kg + brought.kg)', leftoversIn('s'), '(select sum(fact) from given)'))} as whole
      from load cross join brought join schedule s on s.client_id = ${client} and s.id = ${schedule}
    ), judged as (
      select g.*, ${sql.raw(deviationPercent('g.fact', 'g.plan'))} as off, ${sql.raw(shareOf('m.cost', 'g.fact', 'm.whole'))} - coalesce(w.cost, 0) as cost,
        ${sql.raw(signedOrAbsolute(scope, deviation('g.fact', 'g.plan')))} as miss,
        ${sql.raw(signedOrAbsolute(scope, shareOf('m.cost', deviation('g.fact', 'g.plan'), 'm.whole')))} as error
      from given g cross join mix m left join went_on w on w.from_group_id = g.group_id
    ), summed as (
      select case grouping(group_id) when 0 then 'row' else 'total' end as level, group_id, max(position) as position, sum(heads) as heads,
        max(started_at) as started_at, sum(seconds) as unloading_seconds, ${sql.raw(UPLOAD_SUMS)}
      from judged group by grouping sets ((group_id), ())
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(UPLOAD_FIGURES)}`)}
    from summed t
    join schedule s on s.client_id = ${client} and s.id = ${schedule}
    join mixer m on m.client_id = ${client} and m.id = s.mixer_id
    join ration r on r.client_id = ${client} and r.id = s.ration_id
    left join loading l on l.client_id = ${client} and l.id = s.loading_id
    left join animal_group g on g.client_id = ${client} and g.id = t.group_id
    order by t.position, t.group_id`.execute(scope.db);
  const [total] = atLevel(rows, 'total');
  const groups = atLevel(rows, 'row').map(({ kept, title: _, ...row }, index) => ({
    ...row,
    position: index + 1,
    unloading_admittance_kept: kept,
    beyond: kept === null ? null : kept === false,
  }));
  const judged = groups.flatMap(({ unloading_admittance_kept: kept }) => (kept === null ? [] : [kept]));
  return {
    rows: groups,
    totals: {
      ...pick(total, ['unloading_seconds', ...namesOf(UPLOAD_FIGURES)]),
      unloading_admittance_kept: judged.length > 0 ? `${judged.filter(Boolean).length} / ${judged.length}` : null,
    },
    tiles: pick(total, namesOf(UPLOAD_FIGURES)),
    series: { by_group: groups.map((row) => pick(row, ['group', 'group_id', 'plan', 'fact'])) },
    title: String(total?.title ?? ''),
  };
}
