import { sql } from 'kysely';
import { inScope } from './conditions.ts';
import { feedings } from './feedings.ts';
import { weighedAt } from './prices.ts';
import type { ReportScope } from './scope.ts';

/**
 * What each farm's feedings would have cost at one price list: a feed (the same type and name) at its mean price over the farms compared,
 * weighted by what they fed. Together the farms pay what they really paid.
 */
export async function costAtCommonPrices(scope: ReportScope): Promise<Map<number, number>> {
  const { rows } = await sql<{ farm_id: number; cost: number }>`
    with ${feedings(scope)}, given as (
      select schedule_id, farm_id from fed where counted group by schedule_id, farm_id having sum(fact) <> 0
    ), used as (
      select g.farm_id, n.type_id, lower(n.name) as feed, sum(i.weight_fact) as kg, sum(i.weight_fact * i.price) as value
      from given g
      join ${weighedAt(scope)} i on i.schedule_id = g.schedule_id and ${inScope(scope, 'i')} and i.counted
      join ingredient n on n.client_id = ${scope.client} and n.id = i.ingredient_id
      group by g.farm_id, n.type_id, lower(n.name)
    ), listed as (
      select u.*, sum(value) over feed / nullif(sum(kg) over feed, 0) as price from used u window feed as (partition by type_id, feed)
    )
    select farm_id, round(sum(kg * price), 6) as cost from listed group by farm_id`.execute(scope.db);
  return new Map(rows.map(({ farm_id, cost }) => [farm_id, cost]));
}
