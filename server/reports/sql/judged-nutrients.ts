import { type RawBuilder, sql } from 'kysely';
import { selectAmountFactor, selectAmountUnit } from '#server/domain/nutrient-amounts.ts';
import type { DaySources } from './feeding-days.ts';
import { leftCells } from './left-cells.ts';
import { DRY_MATTER_ID, nutrientParts } from './nutrient-days.ts';
import type { ReportScope } from './scope.ts';

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
 * CTEs that end in `day_of`: each group's nutrients by day with the eaten amounts. A day's refusals have the composition of the day's
 * delivery.
 */
export const eatenDays = (scope: ReportScope, sources: DaySources): RawBuilder<unknown> => sql`
  ${nutrientParts(scope, sources)}, left_share as (
    select l.group_id, l.day, coalesce(l.weight / nullif(l.given, 0), 0) as part from ${leftCells(scope, sources)} l
  ), day_of as materialized (
    select d.*, d.delivered * (1 - coalesce(l.part, 0)) as eaten
    from nutrient_part d left join left_share l on l.group_id = d.group_id and l.day = d.day
    where d.heads > 0
  )`;

/**
 * CTEs that end in `judged`: those days, with `below` if the day is below the norm of that day (null without a norm). `share` is the eaten
 * amount in parts of that norm.
 */
export const judgedDays = (scope: ReportScope, sources: DaySources): RawBuilder<unknown> => sql`
  ${eatenDays(scope, sources)}, ${norms(scope)}, dry_of as (
    select group_id, day, eaten as eaten_dm, delivered as whole_dm from day_of where nutrient_id = ${DRY_MATTER_ID}
  ), compared as (
    select d.*, y.eaten_dm, y.whole_dm, u.amount, coalesce(m.min, m.target) as least,
      case m.per when 'head' then d.eaten * u.amount / d.heads when 'dry' then d.eaten / nullif(y.eaten_dm, 0) end as value
    from day_of d join dry_of y on y.group_id = d.group_id and y.day = d.day
    join (${unitRows(scope.client)}) u on u.nutrient_id = d.nutrient_id
    left join judged_by m on m.group_id = d.group_id and m.nutrient_id = d.nutrient_id and d.day >= m.since and d.day < m.until
  ), judged as (
    select c.*, c.value < c.least as below, c.value / nullif(c.least, 0) as share from compared c
  )`;

/** SQL of each nutrient's unit per head and its factor, with dry matter. */
export const unitRows = (client: number) => sql`
  select t.nutrient_id, ${sql.raw(selectAmountFactor('n'))} as amount, ${sql.raw(selectAmountUnit('n'))} as amount_unit
  from (select ${DRY_MATTER_ID}::bigint as nutrient_id union all select id from nutrient where client_id = ${client} and not deleted) t
  left join nutrient n on n.client_id = ${client} and n.id = t.nutrient_id`;
