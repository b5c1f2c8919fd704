import { sql } from 'kysely';
import { IdText } from '#contract/kinds.ts';
import type { mixerLoading } from '#contract/reports/mixer-loading.ts';
import { atLevel, type Made, type Place, pick } from '#server/reports/kit/report.ts';
import { isOver } from '#server/reports/sql/conditions.ts';
import { type CellsOf, namesOf, selected, shown } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { judged, LOAD_FIGURES, LOAD_SUMS } from '#server/reports/sql/loads.ts';
import { weighedAt } from '#server/reports/sql/prices.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

export async function findLoad({ client, db }: Pick<ReportScope, 'client' | 'db'>, key: string): Promise<Place | null> {
  const { data: id } = IdText.safeParse(key);
  if (id === undefined) return null;
  const { rows } = await sql<{ farm_id: number; planned_on: string }>`
    select farm_id, planned_on from schedule where client_id = ${client} and id = ${id} and not deleted`.execute(db);
  return rows[0] ? { farm: rows[0].farm_id, day: rows[0].planned_on, within: { schedule: id } } : null;
}

/** The weighings of one schedule, as far as they have come: one that is ignored in reports or still loading is shown too. */
export async function makeLoadDetail(scope: ReportScope): Promise<Made<typeof mixerLoading.detail>> {
  const [{ rows }, curve] = await Promise.all([weighings(scope), weightCurve(scope)]);
  const [total] = atLevel(rows, 'total');
  const kept = atLevel(rows, 'row').flatMap(({ admittance_kept }) => (admittance_kept === null ? [] : [admittance_kept]));
  return {
    rows: atLevel(rows, 'row').map((row, index) => ({
      ...row,
      position: index + 1,
      beyond: row.admittance_kept === null ? null : row.admittance_kept === false,
    })),
    totals: {
      ...pick(total, ['seconds', ...namesOf(LOAD_FIGURES)]),
      admittance_kept: kept.length > 0 ? `${kept.filter(Boolean).length} / ${kept.length}` : null,
    },
    tiles: pick(total, namesOf(LOAD_FIGURES)),
    series: { weight_curve: curve },
    title: String(total?.title ?? ''),
  };
}

/** The items of the schedule; one counts as weighed as soon as it has a plausible fact, or when loading has ended without one. */
const selectItems = (scope: ReportScope) => sql`
  judged as (
    select w.*, ${sql.raw(judged(scope))}
    from (
      select i.*, case when i.counted then coalesce(i.weight_fact, 0) end as fact
      from (select i.ingredient_id, i.position, i.weight_plan as plan, i.weight_fact, i.tolerance, i.price, i.started_at, i.seconds,
        (i.weight_fact is not null or s.status not in ('waited', 'in_process')) and not i.implausible as counted, ${isOver(scope, 'i')} as over
      from ${weighedAt(scope)} i join schedule s on s.client_id = i.client_id and s.id = i.schedule_id
      where i.client_id = ${scope.client} and i.planned_on = ${scope.from}::date and i.schedule_id = ${scope.schedule}
      ) i
    ) w
  )`;

/** The tolerance of the ingredient on the load's day, else the mixer's. */
const TOLERANCE = 'coalesce(t.tolerance, m.loading_admittance)';
const NAMED = {
  level: 't.level',
  ingredient_id: 't.ingredient_id',
  ingredient: 'n.name',
  position: 't.position',
  seconds: 't.seconds',
  started_at: "case t.level when 'row' then t.started_at end",
  admittance_kept: `case when t.level = 'row' and ${TOLERANCE} > 0 then abs(t.fact - t.plan) <= ${TOLERANCE} end`,
  title: "concat_ws(' · ', l.name, r.name, m.name)",
} as const;

const weighings = (scope: ReportScope) =>
  sql<LevelRow<typeof NAMED & typeof LOAD_FIGURES>>`
  with ${selectItems(scope)}, summed as (
    select case grouping(ingredient_id) when 0 then 'row' else 'total' end as level, ingredient_id, max(position) as position,
      max(started_at) as started_at, sum(seconds) as seconds, max(tolerance) as tolerance, ${sql.raw(LOAD_SUMS)}
    from judged group by grouping sets ((ingredient_id), ())
  )
  select ${sql.raw(`${selected(NAMED)}, ${shown(LOAD_FIGURES)}`)}
  from summed t
  join schedule s on s.client_id = ${scope.client} and s.id = ${scope.schedule}
  join mixer m on m.client_id = ${scope.client} and m.id = s.mixer_id
  join ration r on r.client_id = ${scope.client} and r.id = s.ration_id
  left join loading l on l.client_id = ${scope.client} and l.id = s.loading_id
  left join ingredient n on n.client_id = ${scope.client} and n.id = t.ingredient_id
  order by t.position, t.ingredient_id`.execute(scope.db);

const POINT = { at: 'p.at', ingredient: 'n.name', weight: 'p.weight', planned_weight: 'p.planned_weight' } as const;

/**
 * The weight in the mixer over time: two points per weighing, its begin and its end, with the planned weight at that moment. Weighings
 * without a time are left out.
 */
async function weightCurve(scope: ReportScope): Promise<CellsOf<typeof POINT>[]> {
  const { rows } = await sql<CellsOf<typeof POINT>>`
    with ${selectItems(scope)}, timed as (
      select ingredient_id, started_at, coalesce(seconds, 0) as seconds, plan, fact,
        sum(fact) over w as weight, sum(plan) over w as planned_weight, row_number() over w as turn
      from judged where started_at is not null and counted window w as (order by started_at, position)
    )
    select ${sql.raw(selected(POINT))}
    from timed t
    cross join lateral (values
      (1, t.started_at, t.weight - t.fact, t.planned_weight - t.plan),
      (2, t.started_at + t.seconds * interval '1 second', t.weight, t.planned_weight)
    ) as p (point, at, weight, planned_weight)
    left join ingredient n on n.client_id = ${scope.client} and n.id = t.ingredient_id
    order by t.turn, p.point`.execute(scope.db);
  return rows;
}
