import { type RawBuilder, sql } from 'kysely';
import { MAX_NOTE_ITEMS, type Note } from '#contract/reports/shape.ts';
import { isOver } from '#server/reports/sql/conditions.ts';
import { daySourcesOf } from '#server/reports/sql/feeding-days.ts';
import { milkDays } from '#server/reports/sql/milk.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

const CODES = ['milk_missing', 'feed_missing', 'milk_unpriced'] as const;

/**
 * CTEs that follow those of milk and end in `note`, one row a code: what income over feed cost leaves out, by group and day, or by farm and day where
 * milk is the farm's.
 * - milk_missing: days that are over on which somebody who gives milk on other days was fed, without milk; kg and cost of that feed.
 * - feed_missing: milk of days on which nothing was fed; kg and money of it.
 * - milk_unpriced: milk of before the first price; kg of it.
 */
export const noteSteps = (scope: ReportScope): RawBuilder<unknown> => sql`
  milked as (
    select distinct farm_id, group_id from milk_day
  ), left_out as (
    select 'milk_missing' as code, f.farm_id, f.group_id, f.day, f.fact as value, f.cost as money
    from fed_cell f join milked k on k.farm_id = f.farm_id and k.group_id = f.group_id
    where ${isOver(scope, 'f', 'day')}
      and not exists (select from milk_day m where m.farm_id = f.farm_id and m.day = f.day and (m.group_id is null or m.group_id = f.group_id))
    union all
    select 'milk_missing', f.farm_id, null, f.day, sum(f.fact), sum(f.cost)
    from fed_cell f
    where ${isOver(scope, 'f', 'day')} and f.farm_id in (select farm_id from milked group by farm_id having bool_and(group_id is null))
      and not exists (select from milk_day m where m.farm_id = f.farm_id and m.day = f.day)
    group by f.farm_id, f.day
    union all
    select 'feed_missing', m.farm_id, m.group_id, m.day, m.kg, m.money
    from milk_day m where not exists (select from both_day b where b.id = m.id)
    union all
    select 'milk_unpriced', m.farm_id, m.group_id, m.day, m.kg, null from milk_day m where m.money is null
  ), named as (
    select n.*, coalesce(g.name, f.name) as name, row_number() over (partition by n.code order by n.day desc, n.farm_id, n.group_id) as turn
    from left_out n
    left join farm f on f.client_id = ${scope.client} and f.id = n.farm_id
    left join animal_group g on g.client_id = ${scope.client} and g.id = n.group_id
  ), note as (
    select code, count(*)::integer as count, sum(value) as value, coalesce(round(sum(money), 6), 0) as money,
      json_agg(json_build_object('id', null, 'day', day, 'name', name, 'value', value) order by turn) filter (where turn <= ${MAX_NOTE_ITEMS}) as items
    from named group by code
  )`;

/** The order of notes, for use after `order by`. */
export const ORDER_OF_NOTES = sql`array_position(${[...CODES]}::text[], code)`;

/** Those notes alone, for reports that read other than milk for their rows. */
export async function milkNotes(scope: ReportScope): Promise<Note[]> {
  const { rows } = await sql<Note>`
    with ${milkDays(scope, await daySourcesOf(scope, false))}, ${noteSteps(scope)} select * from note order by ${ORDER_OF_NOTES}`.execute(
    scope.db,
  );
  return rows;
}
