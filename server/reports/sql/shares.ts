import { type RawBuilder, sql } from 'kysely';
import { inScope } from './conditions.ts';
import { feedings } from './feedings.ts';
import { type CellsOf, selected } from './formulas.ts';
import { shareOf } from './mix.ts';
import { weighedAt } from './prices.ts';
import type { ReportScope } from './scope.ts';

/**
 * CTEs that end in `share`: each feeding's part of each feed of its load, given and planned (the feeding's plan × the feed's part of the
 * load's plan); and `fed_day`: heads once a group and day. What a group was planned on a day on which it was given nothing is no share.
 */
export const shares = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${feedings(scope)}, item as (
    select i.schedule_id, i.ingredient_id, coalesce(i.weight_fact, 0) as kg, coalesce(i.weight_fact * i.price, 0) as cost,
      i.weight_plan / nullif(sum(i.weight_plan) over (partition by i.schedule_id), 0) as part
    from ${weighedAt(scope)} i where ${inScope(scope, 'i')} and i.counted
  ), given as (
    select schedule_id, farm_id, group_id, day, heads, plan, fact, ${sql.raw(shareOf('1', 'fact', 'whole'))} as portion
    from feeding where counted and given > 0
  ), fed_day as (
    select farm_id, group_id, day, max(heads) as heads from given where fact > 0 group by farm_id, group_id, day
  ), share as (
    select g.farm_id, g.group_id, g.day, i.ingredient_id, i.kg * g.portion as given, i.cost * g.portion as cost, g.plan * i.part as plan
    from given g join item i on i.schedule_id = g.schedule_id
  )`;

/** CTEs that end in `fed_feed`: kilograms and cost of each feed that the farms' feedings were given, as in the feedings' own cost. */
export const fedFeeds = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${feedings(scope)}, fed_load as (
    select farm_id, schedule_id, ${sql.raw(shareOf('1', 'sum(fact)', 'max(whole)'))} as portion
    from feeding where fact > 0 group by farm_id, schedule_id
  ), fed_feed as (
    select l.farm_id, i.ingredient_id, sum(i.weight_fact * l.portion) as kg, sum(i.weight_fact * i.price * l.portion) as cost
    from fed_load l join ${weighedAt(scope)} i on i.schedule_id = l.schedule_id and ${inScope(scope, 'i')} and i.counted
    group by l.farm_id, i.ingredient_id
  )`;

const COSTS = { ingredient_id: 'u.ingredient_id', ingredient: 'n.name', farm: 'f.name', cost: 'round(u.cost, 6)' } as const;

/** What the feedings cost, by ingredient, the dearest first. */
export async function costByIngredient(scope: ReportScope): Promise<CellsOf<typeof COSTS>[]> {
  const { rows } = await sql<CellsOf<typeof COSTS>>`
    with ${fedFeeds(scope)}
    select ${sql.raw(selected(COSTS))}
    from fed_feed u
    join ingredient n on n.client_id = ${scope.client} and n.id = u.ingredient_id
    join farm f on f.client_id = ${scope.client} and f.id = u.farm_id
    order by u.cost desc nulls last, n.name, u.ingredient_id`.execute(scope.db);
  return rows;
}
