import { type RawBuilder, sql } from 'kysely';
import { inScope } from './conditions.ts';
import { feedings } from './feedings.ts';
import type { ReportScope } from './scope.ts';

/**
 * CTEs that end in `share`: each feeding's part of each feed of its load, given and planned (the feeding's plan × the feed's part of the
 * load's plan); and `fed_day`: heads once a group and day.
 */
export const shares = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${feedings(scope)}, item as (
    select i.schedule_id, i.ingredient_id, coalesce(i.weight_fact, 0) as kg, coalesce(i.weight_fact * i.price, 0) as cost,
      i.weight_plan / nullif(sum(i.weight_plan) over (partition by i.schedule_id), 0) as part
    from schedule_ingredient i where ${inScope(scope, 'i')} and i.counted
  ), given as (
    select schedule_id, farm_id, group_id, day, heads, plan, fact / unloaded as portion from feeding where counted and unloaded > 0
  ), fed_day as (
    select farm_id, group_id, day, max(heads) as heads from given group by farm_id, group_id, day
  ), share as (
    select g.farm_id, g.group_id, g.day, i.ingredient_id, i.kg * g.portion as given, i.cost * g.portion as cost, g.plan * i.part as plan
    from given g join item i on i.schedule_id = g.schedule_id
  )`;
