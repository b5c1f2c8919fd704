import { sql } from 'kysely';
import { inPounds } from '#server/domain/in-pounds.ts';
import { daySourcesOf } from './feeding-days.ts';
import { type CellsOf, per, percentOf, selected, shown } from './formulas.ts';
import { leftCells } from './left-cells.ts';
import { DRY_MATTER_ID, nutrientParts } from './nutrient-days.ts';
import type { ReportScope } from './scope.ts';

const KG_PER_LB = '0.45359237';

/** SQL: factor from kilograms × value to the shown amount: grams of masses, pounds of percents for readers of pounds. */
const AMOUNT = `case when t.nutrient_id = ${DRY_MATTER_ID} then case when lb then 1 / ${KG_PER_LB} else 1 end
  when n.unit = 'percent' then case when lb then 0.01 / ${KG_PER_LB} else 10 end
  when n.unit = 'mcal_lb' then 1 / ${KG_PER_LB} else 1 end`;
const AMOUNT_UNIT = `case when t.nutrient_id = ${DRY_MATTER_ID} then case when lb then 'lb' else 'kg' end
  else case n.unit when 'percent' then case when lb then 'lb' else 'g' end when 'g_kg' then 'g' when 'mg_kg' then 'mg' when 'ppm' then 'mg'
    when 'mj_kg' then 'mj' when 'unit_kg' then 'units' when 'meq_kg' then 'meq' else 'mcal' end end`;

const headDay = (sum: string) => per(`t.${sum} * s.amount`, 't.head_days');

/** The amounts per head and day at each stage, and the steps between them. */
const STAGES = {
  nutrient_paper: headDay('paper'),
  nutrient_loaded: headDay('loaded'),
  nutrient_delivered: headDay('delivered'),
  nutrient_eaten: headDay('eaten'),
} as const;
/** The difference of two shown figures, so that the shown steps sum exactly. */
const between = (from: string, to: string) => `round(${headDay(to)}, 6) - round(${headDay(from)}, 6)`;
const STEPS = {
  step_loading: between('paper', 'loaded'),
  step_division: between('loaded', 'divided'),
  step_mixer: between('divided', 'delivered'),
  step_refusals: between('delivered', 'eaten'),
  step_percent: percentOf('t.eaten - t.paper', 't.paper'),
} as const;
/** The eaten amount in the norm's basis: per head, or in dry matter. */
const VALUE = `case m.per when 'head' then ${headDay('eaten')} when 'dry' then ${per('t.eaten', 't.eaten_dm')} end`;
const BOUND = 'coalesce(m.target, m.min, m.max)';
const FIGURES = {
  ...STAGES,
  ...STEPS,
  nutrient_cv: percentOf('t.deviation', 't.mean'),
  norm_value: VALUE,
  norm_min: 'm.min',
  norm_target: 'm.target',
  norm_max: 'm.max',
  norm_difference: `${VALUE} - ${BOUND}`,
  days_below: 'case when m.per is not null then t.days_below end',
  nutrient_covered: percentOf('t.covered', 't.whole_dm'),
} as const;
const NAMED = {
  farm_id: 't.farm_id',
  farm: 'f.name',
  group_id: 't.group_id',
  group: 'g.name',
  nutrient_id: 't.nutrient_id',
  nutrient: 'n.name',
  amount_unit: 's.amount_unit',
  norm_unit: "case m.per when 'head' then s.amount_unit when 'dry' then n.unit end",
} as const;
export type NutrientRow = CellsOf<typeof NAMED & typeof FIGURES>;

/** SQL of the days of a norm's subject: a group's own norms from their first day on, those of its animal type before. */
const norms = (scope: ReportScope) => sql`
  own_norm as (
    select g.id as group_id, coalesce(m.nutrient_id, ${DRY_MATTER_ID}) as nutrient_id, m.since, m.per, m.min, m.target, m.max, m.group_id is not null as own
    from norm m join animal_group g on g.client_id = m.client_id and (g.id = m.group_id or (m.group_id is null and g.animal_type_id = m.animal_type_id))
    where m.client_id = ${scope.client} and m.since <= ${scope.to}::date and g.farm_id = any(${scope.farmIds})
  ), judged_by as materialized (
    select o.group_id, o.nutrient_id, o.since, o.per, o.min, o.target, o.max,
      lead(o.since, 1, '2999-12-31'::date) over (partition by o.group_id, o.nutrient_id order by o.since, o.own, o.per) as until
    from own_norm o
    where o.own or o.since < coalesce((
      select min(p.since) from own_norm p where p.group_id = o.group_id and p.nutrient_id = o.nutrient_id and p.own), '2999-12-31'::date)
  )`;

/**
 * Each group's nutrients over the range, dry matter first. A day's refusals have the composition of the day's delivery. Days are judged by the
 * norm of their day; the norm that is shown is that of the last day.
 */
export async function nutrientRows(scope: ReportScope): Promise<NutrientRow[]> {
  const { client, db } = scope;
  const sources = await daySourcesOf(scope, false);
  const { rows } = await sql<NutrientRow>`
    with ${nutrientParts(scope, sources)}, ${norms(scope)}, left_share as (
      select l.group_id, l.day, coalesce(l.weight / nullif(l.given, 0), 0) as part from ${leftCells(scope, sources)} l
    ), day_of as materialized (
      select d.*, d.delivered * (1 - coalesce(l.part, 0)) as eaten
      from nutrient_part d left join left_share l on l.group_id = d.group_id and l.day = d.day
      where d.heads > 0
    ), dry_of as (
      select group_id, day, eaten as eaten_dm, delivered as whole_dm from day_of where nutrient_id = ${DRY_MATTER_ID}
    ), judged as (
      select d.*, y.eaten_dm, y.whole_dm, u.amount,
        case m.per when 'head' then d.eaten * u.amount / d.heads when 'dry' then d.eaten / nullif(y.eaten_dm, 0) end < coalesce(m.min, m.target) as below
      from day_of d join dry_of y on y.group_id = d.group_id and y.day = d.day
      join (${unitRows(client)}) u on u.nutrient_id = d.nutrient_id
      left join judged_by m on m.group_id = d.group_id and m.nutrient_id = d.nutrient_id and d.day >= m.since and d.day < m.until
    ), summed as (
      select farm_id, group_id, nutrient_id, sum(heads) as head_days, sum(paper) as paper, sum(loaded) as loaded, sum(delivered) as delivered,
        sum(divided) as divided, sum(eaten) as eaten, sum(eaten_dm) as eaten_dm, sum(whole_dm) as whole_dm, sum(covered) as covered,
        count(*) filter (where below) as days_below, avg(eaten / heads) as mean, stddev_samp(eaten / heads) as deviation
      from judged group by farm_id, group_id, nutrient_id
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(FIGURES)}`)}
    from summed t
    join (${unitRows(client)}) s on s.nutrient_id = t.nutrient_id
    left join nutrient n on n.client_id = ${client} and n.id = t.nutrient_id
    left join judged_by m on m.group_id = t.group_id and m.nutrient_id = t.nutrient_id and ${scope.to}::date >= m.since and ${scope.to}::date < m.until
    join farm f on f.client_id = ${client} and f.id = t.farm_id
    join animal_group g on g.client_id = ${client} and g.id = t.group_id
    order by f.name, t.farm_id, g.name, t.group_id, t.nutrient_id > ${DRY_MATTER_ID}, n.position, n.name`.execute(db);
  return rows;
}

/** The lowest part of dry matter with an analysis, of any group and nutrient; null without rows. */
export function findLowestCoverage(rows: readonly NutrientRow[]): number | null {
  const covered = rows.flatMap(({ nutrient_covered }) => (nutrient_covered === null ? [] : [Number(nutrient_covered)]));
  return covered.length > 0 ? Math.min(...covered) : null;
}

/** SQL of each nutrient's unit per head and its factor, with dry matter. */
const unitRows = (client: number) => sql`
  select t.nutrient_id, ${sql.raw(AMOUNT)} as amount, ${sql.raw(AMOUNT_UNIT)} as amount_unit
  from (select ${DRY_MATTER_ID}::bigint as nutrient_id union all select id from nutrient where client_id = ${client} and not deleted) t
  left join nutrient n on n.client_id = ${client} and n.id = t.nutrient_id
  cross join (select ${sql.raw(inPounds(String(client)))} as lb) w`;
