import { type RawBuilder, sql } from 'kysely';
import { inScope } from './conditions.ts';
import { feedings } from './feedings.ts';
import { weighedAt } from './prices.ts';
import type { ReportScope } from './scope.ts';

/** CTEs that end in `used`: kilograms and money of each feed (the same type and name) that each farm fed. */
const usedFeeds = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${feedings(scope)}, given as (
    select schedule_id, farm_id from fed where counted group by schedule_id, farm_id having sum(fact) <> 0
  ), used as (
    select g.farm_id, lower(y.name) as type, lower(n.name) as feed, sum(i.weight_fact) as kg, sum(i.weight_fact * i.price) as value
    from given g
    join ${weighedAt(scope)} i on i.schedule_id = g.schedule_id and ${inScope(scope, 'i')} and i.counted
    join ingredient n on n.client_id = ${scope.client} and n.id = i.ingredient_id
    join ingredient_type y on y.client_id = ${scope.client} and y.id = n.type_id
    group by g.farm_id, lower(y.name), lower(n.name)
  )`;

/**
 * What each farm's feedings would have cost at one price list: a feed at its mean price over the farms compared,
 * weighted by what they fed. Together the farms pay what they really paid.
 */
export async function costAtCommonPrices(scope: ReportScope): Promise<Map<number, number>> {
  const { rows } = await sql<{ farm_id: number; cost: number }>`
    with ${usedFeeds(scope)}, listed as (
      select u.*, sum(value) over feed / nullif(sum(kg) over feed, 0) as price from used u window feed as (partition by type, feed)
    )
    select farm_id, round(sum(kg * price), 6) as cost from listed group by farm_id`.execute(scope.db);
  return new Map(rows.map(({ farm_id, cost }) => [farm_id, cost]));
}

/** A feed that a client fed, its decimals as text. */
export interface UsedFeed {
  type: string;
  feed: string;
  kg: string;
  value: string;
}

/** The same feeds over all farms, for a price list that reaches further than one client. */
export async function feedsUsed(scope: ReportScope): Promise<UsedFeed[]> {
  const { rows } = await sql<UsedFeed>`
    with ${usedFeeds(scope)} select type, feed, sum(kg)::text as kg, sum(value)::text as value from used group by type, feed`.execute(
    scope.db,
  );
  return rows;
}
