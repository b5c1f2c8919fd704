import { type RawBuilder, sql } from 'kysely';
import { DRY_MATTER_ID, unitRows } from '#server/domain/nutrient-amounts.ts';
import type { DaySources } from './feeding-days.ts';
import { eatenDays, nutrientDays } from './nutrient-days.ts';
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

/** SQL of the least amount by a norm `m`: the minimum, or the target without one. */
const LEAST = 'coalesce(m.min, m.target)';

/**
 * CTEs that end in `judged`: each group's nutrients by day, with `below` if the day is below the norm of that day (null without a norm).
 * `share` is the eaten amount in parts of that norm.
 */
export const judgedDays = (scope: ReportScope, sources: DaySources): RawBuilder<unknown> => sql`
  ${eatenDays(scope, sources)}, ${norms(scope)}, compared as (
    select d.*, ${sql.raw(LEAST)} as least, case m.per when 'head' then d.eaten * u.amount / d.heads when 'dry' then d.eaten / nullif(d.eaten_dm, 0) end as value
    from day_of d join (${unitRows(scope.client)}) u on u.nutrient_id = d.nutrient_id
    left join judged_by m on m.group_id = d.group_id and m.nutrient_id = d.nutrient_id and d.day >= m.since and d.day < m.until
  ), judged as (
    select c.*, c.value < c.least as below, c.value / nullif(c.least, 0) as share from compared c
  )`;

/**
 * CTEs `judged_by`, the norms by their days, and `below_of`, the number of days below the norm of that day. Only days with a norm are read,
 * and no day is divided.
 */
export const daysBelow = (scope: ReportScope, sources: DaySources): RawBuilder<unknown> => sql`
  ${norms(scope)}, below_of as (
    select d.group_id, d.nutrient_id, count(*) as days
    from (${nutrientDays(scope, sources, 'day, group_id, nutrient_id, heads, eaten, eaten_dm')}) d
    join judged_by m on m.group_id = d.group_id and m.nutrient_id = d.nutrient_id and d.day >= m.since and d.day < m.until
    join (${unitRows(scope.client)}) u on u.nutrient_id = d.nutrient_id
    where d.heads > 0 and case m.per when 'head' then d.eaten * u.amount < ${sql.raw(LEAST)} * d.heads
      else d.eaten_dm > 0 and d.eaten < ${sql.raw(LEAST)} * d.eaten_dm end
    group by d.group_id, d.nutrient_id
  )`;
