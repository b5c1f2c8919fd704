import { type RawBuilder, sql } from 'kysely';
import { shareOf } from '#server/domain/load-shares.ts';
import { carriedOn, loadParts } from './carried.ts';
import { feedings } from './feedings.ts';
import { type CellsOf, selected } from './formulas.ts';
import type { ReportScope } from './scope.ts';

/**
 * CTEs that end in `share`, each feeding's part of each feed of its load, given and planned (the feeding's plan × the feed's part of the
 * load's plan), less leftovers fed to others; and `fed_day`, heads once per group and day. `carried` is the part from leftovers, less
 * leftovers fed again. The plan of a group on a day on which it was given nothing is no share.
 */
export const shares = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${feedings(scope)}, item as (
    select p.schedule_id, p.ingredient_id, coalesce(p.kg, 0) as kg, coalesce(p.cost, 0) as cost, p.carried,
      coalesce(p.plan, 0) / nullif(sum(p.plan) over (partition by p.schedule_id), 0) as part
    from (${loadParts(scope)}) p
  ), given as (
    select schedule_id, farm_id, group_id, day, heads, plan, fact, ${sql.raw(shareOf('1', 'fact', 'whole'))} as portion,
      ${sql.raw(shareOf('1', 'fact', 'unloaded'))} as spread
    from feeding where counted and given > 0
  ), fed_day as (
    select farm_id, group_id, day, max(heads) as heads from given where fact > 0 group by farm_id, group_id, day
  ), share as (
    select g.farm_id, g.group_id, g.day, i.ingredient_id, i.kg * g.portion as given, i.cost * g.portion as cost, g.plan * i.part as plan,
      case when i.carried then i.kg * g.spread else 0 end as carried, case when i.carried then i.cost * g.spread else 0 end as carried_cost
    from given g join item i on i.schedule_id = g.schedule_id
    union all
    select g.farm_id, g.group_id, g.day, c.ingredient_id, -c.kg, -c.cost, 0, -c.kg, -c.cost
    from given g join (${carriedOn(scope)}) c on c.from_schedule_id = g.schedule_id and c.from_group_id = g.group_id
  )`;

/** CTEs that end in `fed_feed`: kilograms and cost of each feed that the farms' feedings were given, as in the feedings' own cost. */
export const fedFeeds = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${feedings(scope)}, fed_load as (
    select farm_id, schedule_id, ${sql.raw(shareOf('1', 'sum(fact)', 'max(whole)'))} as portion
    from feeding where fact > 0 group by farm_id, schedule_id
  ), fed_feed as (
    select farm_id, ingredient_id, sum(kg) as kg, sum(cost) as cost
    from (
      select l.farm_id, p.ingredient_id, p.kg * l.portion as kg, p.cost * l.portion as cost
      from fed_load l join (${loadParts(scope)}) p on p.schedule_id = l.schedule_id
      union all
      select f.farm_id, c.ingredient_id, -c.kg, -c.cost
      from feeding f join (${carriedOn(scope)}) c on c.from_schedule_id = f.schedule_id and c.from_group_id = f.group_id
    ) p group by farm_id, ingredient_id
  )`;

const COSTS = { ingredient_id: 'u.ingredient_id', ingredient: 'n.name', farm: 'f.name', cost: 'round(u.cost, 6)' } as const;

/** The cost of the feedings by ingredient, the most expensive first. */
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
