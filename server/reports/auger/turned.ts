import { type RawBuilder, sql } from 'kysely';
import { inScope, matchesSchedule } from '#server/reports/sql/conditions.ts';
import { type CellsOf, deviationPercent, per, percentOf, selected, shown } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

/** In range: off the norm by no more than this many percent. */
const TOLERANCE = 5;

/**
 * CTE `turned`: loads whose turns are known. `due` is what the mixer's norm asks for by the weight loaded; a mixer without a norm can't
 * be judged.
 */
const turned = (scope: ReportScope): RawBuilder<unknown> => sql`
  turned as (
    select s.id, s.farm_id, s.planned_on as day, s.loading_id, s.mixer_id, s.ration_id, s.operator_id, s.auger_rotations as rotations, i.fact,
      nullif(m.auger_rotations, 0) as norm, m.auger_coefficient, nullif(m.auger_rotations, 0) * i.fact / 1000 as due
    from schedule s join mixer m on m.client_id = s.client_id and m.id = s.mixer_id
    join (
      select schedule_id, sum(weight_fact) as fact from schedule_ingredient where ${inScope(scope, 'schedule_ingredient')} and counted group by schedule_id
    ) i on i.schedule_id = s.id
    where ${inScope(scope, 's')} and not s.deleted and not s.ignore_in_reports and s.auger_rotations is not null and ${matchesSchedule(scope, 's')}
  )`;

/**
 * Sums over loads with a norm: rotations (`judged`), the rotations that the norm requires, and the coefficient weighted by them. */
const SUMS = `
  count(*) as loads, sum(fact) as fact, sum(rotations) as rotations, sum(rotations) filter (where due > 0) as judged, sum(due) as due,
  sum(due * auger_coefficient) as due_coefficient, sum(rotations * auger_coefficient) filter (where due > 0) as turned_coefficient`;
export const FIGURES = {
  fact: 't.fact',
  rotations: 't.rotations',
  rotations_per_tonne: per('t.rotations', 't.fact / 1000'),
  auger_off: deviationPercent('t.judged', 't.due'),
  coefficient: per('t.turned_coefficient', 't.due'),
  coefficient_norm: per('t.due_coefficient', 't.due'),
} as const;

const NAMED = {
  level: 't.level',
  day: 't.day',
  farm_id: 't.farm_id',
  farm: 'f.name',
  mixer_id: 't.mixer_id',
  mixer: 'm.name',
  loads: 't.loads',
  auger_norm: 'm.auger_rotations',
  in_range: 't.in_range',
  within: 't.within',
  reported: 't.reported',
  in_range_share: `round(${percentOf('t.within', 't.reported')}, 6)`,
} as const;
const OF_LOAD = {
  id: 't.id',
  loading_id: 't.loading_id',
  period: "coalesce(l.name, '')",
  ration_id: 't.ration_id',
  ration: 'r.name',
  operator_id: 't.operator_id',
  operator: "trim(a.first_name || ' ' || a.last_name)",
} as const;
export type AugerRow = LevelRow<typeof NAMED & typeof FIGURES>;

/** The columns that form a row, from `turned`, and the column by which the chart has one line each. */
const GRAINS = {
  ration: { row: ['id', 'farm_id', 'day', 'loading_id', 'mixer_id', 'ration_id', 'operator_id'], part: 'ration_id' },
  mixer: { row: ['farm_id', 'day', 'mixer_id'], part: 'mixer_id' },
} as const;

/** One scan of the loads for rows, days, rations or mixers, and the total. */
export async function augerRows(scope: ReportScope, grain: 'ration'): Promise<(AugerRow & CellsOf<typeof OF_LOAD>)[]>;
export async function augerRows(scope: ReportScope, grain: 'mixer'): Promise<AugerRow[]>;
export async function augerRows(scope: ReportScope, grain: keyof typeof GRAINS): Promise<AugerRow[]> {
  const { client } = scope;
  const { row, part } = GRAINS[grain];
  const ofLoad = grain === 'ration';
  const by = sql.raw(row.join(', '));
  const { rows } = await sql<AugerRow>`
    with ${turned(scope)}, summed as (
      select 'row' as level, ${by}, ${sql.raw(SUMS)} from turned group by ${by}
    ), judged as (
      select t.*, abs(${sql.raw(FIGURES.auger_off)}) <= ${sql.raw(String(TOLERANCE))} as in_range from summed t
    ), leveled as (
      select 'row' as level, ${by}, loads, fact, rotations, judged, due, due_coefficient, turned_coefficient,
        in_range, null::bigint as within, null::bigint as reported from judged
      union all
      select case grouping(day, ${sql.raw(part)}) when 1 then 'day' when 2 then 'part' else 'total' end, ${sql.raw(
        row.map((name) => (name === 'day' || name === part ? name : 'null')).join(', '),
      )},
        sum(loads), sum(fact), sum(rotations), sum(judged), sum(due), sum(due_coefficient), sum(turned_coefficient),
        null, count(*) filter (where in_range), count(in_range)
      from judged group by grouping sets ((day), (${sql.raw(part)}), ())
    )
    select ${sql.raw(`${selected(ofLoad ? { ...NAMED, ...OF_LOAD } : NAMED)}, ${shown(FIGURES)}`)}
    from leveled t
    left join farm f on f.client_id = ${client} and f.id = t.farm_id
    left join mixer m on m.client_id = ${client} and m.id = t.mixer_id
    ${
      ofLoad
        ? sql`left join loading l on l.client_id = ${client} and l.id = t.loading_id
          left join ration r on r.client_id = ${client} and r.id = t.ration_id
          left join account a on a.id = t.operator_id`
        : sql``
    }
    order by t.day, f.name, ${ofLoad ? sql`l.start_time nulls last, r.name, t.id, t.ration_id` : sql`m.name, t.mixer_id`}`.execute(
    scope.db,
  );
  return rows;
}
