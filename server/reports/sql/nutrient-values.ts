import { type RawBuilder, sql } from 'kysely';
import { DRY_MATTER_ID } from '#server/domain/nutrient-amounts.ts';
import type { ReportScope } from './scope.ts';

/** Decimals of a stored sum, so that sums of stored and computed days are equal. */
export const SUM_DECIMALS = 9;
const [START_OF_TIME, END_OF_TIME] = ['1900-01-01', '3000-01-01'];

/**
 * CTE `first_dry`: the dry matter of each feed on its first recorded day, over all loads of the client. With this dry matter alone, an amount on
 * paper doesn't follow later measurements.
 */
export const firstDryMatter = ({ client }: ReportScope): RawBuilder<unknown> => sql`
  first_day as materialized (
    select n.id as ingredient_id, (
      select d.day from feed_day d where d.client_id = ${client} and d.ingredient_id = n.id and d.fact_kg > 0 order by d.day limit 1
    ) as day
    from ingredient n where n.client_id = ${client}
  ), first_dry as materialized (
    select f.ingredient_id, round(sum(i.weight_fact * i.dry_matter) / sum(i.weight_fact), 2) as percent
    from first_day f
    join schedule_ingredient i on i.client_id = ${client} and i.planned_on = f.day and i.ingredient_id = f.ingredient_id
    where i.counted and i.weight_fact > 0 and i.planned_on = any(array(select day from first_day))
    group by f.ingredient_id
  )`;

/** CTE `valued`: values of feeds by ranges of days, with the value of the first range (`first_value`). Dry matter has the value 1. After CTE `content`. */
export const valuesByDay = ({ client, from, to }: ReportScope): RawBuilder<unknown> => sql`
  valued as materialized (
    select v.ingredient_id, v.nutrient_id, n.per, v.since, v.until, v.value, v.first_value
    from (
      select *, first_value(value) over (partition by ingredient_id, nutrient_id order by since) as first_value
      from feed_nutrient where client_id = ${client}
    ) v join nutrient n on n.client_id = v.client_id and n.id = v.nutrient_id and not n.deleted
    where v.since <= ${to}::date and v.until > ${from}::date
    union all
    select distinct ingredient_id, ${DRY_MATTER_ID}::bigint, 'dry', ${START_OF_TIME}::date, ${END_OF_TIME}::date, 1::numeric, 1::numeric from content
  )`;

/**
 * CTEs that end in `content_of`: the number of loads of a group's day with feed for the group, and the sum and the sum of squares of their
 * contents. A content is in dry matter; that of dry matter is in percent of the load.
 */
export const loadContents: RawBuilder<unknown> = sql`
  load_of as (
    select schedule_id, sum(kg) as kg, sum(kg_dm) as dm from content group by schedule_id
  ), load_content as materialized (
    select c.schedule_id, v.nutrient_id, round(sum(v.value * case v.per when 'dry' then c.kg_dm else c.kg end)
      / nullif(case v.nutrient_id when ${DRY_MATTER_ID} then l.kg / 100 else l.dm end, 0), ${SUM_DECIMALS}::integer) as content
    from content c join load_of l on l.schedule_id = c.schedule_id
    join valued v on v.ingredient_id = c.ingredient_id and c.day >= v.since and c.day < v.until
    group by c.schedule_id, v.nutrient_id, l.kg, l.dm
  ), content_of as (
    select g.day, g.group_id, o.nutrient_id, count(o.content) as loads, coalesce(sum(o.content), 0) as content_sum,
      coalesce(sum(o.content * o.content), 0) as content_squares
    from part_of g join load_content o on o.schedule_id = g.schedule_id where g.fact > 0
    group by g.day, g.group_id, o.nutrient_id
  )`;
