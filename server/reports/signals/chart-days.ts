import { type RawBuilder, sql } from 'kysely';
import { daySourcesOf } from '#server/reports/sql/feeding-days.ts';
import { deviationPercent, percentOf } from '#server/reports/sql/formulas.ts';
import { fedCells } from '#server/reports/sql/milk.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import type { SeriesKey } from './series.ts';

/** The columns of a point in SQL: series, time in the day, value, kilograms per unit of the value, and price per kilogram. */
const POINT = 'rule, subject_id, ingredient_id, day, at, position, value, kg, price';

/** Loads that somebody weighed, of these days. */
const LOADS = (scope: ReportScope, days: RawBuilder<unknown>) => sql`
  load as materialized (
    select s.id, s.planned_on as day, s.operator_id, s.mixer_id, s.mix_seconds, s.refed, s.started_at as at, s.position
    from schedule s where s.client_id = ${scope.client} and s.farm_id = any(${scope.farmIds}) and s.planned_on = any(${days})
      and not s.deleted and not s.ignore_in_reports and not s.auto_load
  ), item as materialized (
    select l.*, i.ingredient_id, i.weight_plan as plan, coalesce(i.weight_fact, 0) as fact, i.price
    from load l join schedule_ingredient i on i.client_id = ${scope.client} and i.planned_on = l.day and i.schedule_id = l.id and i.counted
  ), loaded as (
    select id, day, operator_id, mixer_id, mix_seconds, refed, at, position, sum(plan) as plan, sum(fact) as fact,
      sum(fact * price) / nullif(sum(fact), 0) as price
    from item group by id, day, operator_id, mixer_id, mix_seconds, refed, at, position
  ), unloaded as (
    select g.schedule_id, sum(g.weight_fact) as kg
    from schedule_group g where g.client_id = ${scope.client} and g.farm_id = any(${scope.farmIds}) and g.planned_on = any(${days}) and g.counted
    group by g.schedule_id
  )`;

/** Kilograms of plan. The scale of a mixer can't measure smaller weights to the percent. */
const LEAST_PLAN = 25;
/** Percent above plan that a person loads: for each feed, and (without a feed) for the whole load. */
const BIAS = `
  select 'loading_bias' as rule, operator_id as subject_id, ingredient_id, day, at, position, ${deviationPercent('fact', 'plan')} as value, plan / 100 as kg, price
  from item where operator_id is not null and plan >= ${LEAST_PLAN}
  union all
  select 'loading_bias', operator_id, 0, day, at, position, ${deviationPercent('fact', 'plan')}, plan / 100, price from loaded where operator_id is not null and plan > 0`;
const MIXING = `
  select 'mixing_time', mixer_id, 0, day, at, position, mix_seconds, null, null from loaded where mix_seconds > 0`;
/** Percent of what went into a mixer and was fed again that didn't come out of it. */
const DRIFT = `
  select 'mixer_drift', l.mixer_id, 0, l.day, l.at, l.position, ${percentOf('l.fact + l.refed - u.kg', 'l.fact + l.refed')}, (l.fact + l.refed) / 100, l.price
  from loaded l join unloaded u on u.schedule_id = l.id where l.fact + l.refed > 0`;
const measured = (scope: ReportScope, days: RawBuilder<unknown>) => sql`
  select 'dry_matter', m.ingredient_id, 0, m.day, m.measured_at, 0, m.percent, m.load_after - m.load_before, m.cost_moved
  from measurement m where m.client_id = ${scope.client} and m.farm_id = any(${scope.farmIds}) and m.day = any(${days})`;

/** Points that are stored by day. */
const kept = ({ client, farmIds: [farm] }: ReportScope) => sql`
  insert into chart_day (client_id, farm_id, rule, subject_id, ingredient_id, day, vals, kgs, prices, unit_kg)
  select ${client}::bigint, ${farm}::bigint, rule, subject_id, ingredient_id, day, array_agg(value), array_agg(kg), array_agg(price), avg(kg)
  from (select * from point order by rule, subject_id, ingredient_id, day, at, position) p group by rule, subject_id, ingredient_id, day
  returning rule, subject_id as subject, ingredient_id as ingredient`;

/** Rebuilds the values of the days of one farm; returns the series that had or have values on these days. */
async function remade(scope: ReportScope, days: readonly string[], intake: boolean, point: RawBuilder<unknown>): Promise<SeriesKey[]> {
  const { client, farmIds, db } = scope;
  const { rows: gone } = await sql<SeriesKey>`
    with gone as (
      delete from chart_day where client_id = ${client} and farm_id = any(${farmIds}) and day = any(${days}::date[])
        and (rule = 'dry_matter_intake') = ${intake}
      returning rule, subject_id as subject, ingredient_id as ingredient
    )
    select distinct rule, subject, ingredient from gone`.execute(db);
  const { rows: made } = await sql<SeriesKey>`
    with ${point}, made as (${kept(scope)}) select distinct rule, subject, ingredient from made`.execute(db);
  return [...gone, ...made];
}

/** Loads and measurements of these days. */
export const remakeLoads = (scope: ReportScope, days: readonly string[]): Promise<SeriesKey[]> => {
  const list = sql`${days}::date[]`;
  return remade(
    scope,
    days,
    false,
    sql`${LOADS(scope, list)}, point (${sql.raw(POINT)}) as (${sql.raw(`${BIAS} union all ${MIXING} union all ${DRIFT}`)} union all ${measured(scope, list)})`,
  );
};

/** Rebuilds the groups' intakes of these days per head, each with its cost per kilogram of dry matter. */
export async function remakeIntakes(scope: ReportScope, days: readonly string[]): Promise<SeriesKey[]> {
  const [from = scope.from, to = from] = [days.toSorted()[0], days.toSorted().at(-1)];
  const range = { ...scope, from, to };
  const sources = await daySourcesOf(range, false);
  return remade(
    range,
    days,
    true,
    sql`${fedCells(range, sources)}, point (${sql.raw(POINT)}) as (
      select 'dry_matter_intake', group_id, 0::bigint, day, null::timestamptz, 0, eaten / heads, heads, cost / nullif(dry_matter, 0)
      from (select c.*, f.dry_matter from fed_cell c join fed_day f using (farm_id, group_id, day)) c
      where heads > 0 and eaten > 0 and day = any(${days}::date[]))`,
  );
}
