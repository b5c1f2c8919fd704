import { type RawBuilder, sql } from 'kysely';
import type { ReportScope } from './scope.ts';
import { fedFeeds } from './shares.ts';
import { ingredientTypeOn } from './types-then.ts';

/** CTEs that end in `used`: kilograms and money of each feed (the same type and name) that each farm's groups were given. */
const usedFeeds = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${fedFeeds(scope)}, fed_by_farm as (
    select farm_id, ingredient_id, sum(kg) as kg, sum(cost) as cost from fed_feed group by farm_id, ingredient_id
  ), used as (
    select u.farm_id, name_key(y.name) as type, name_key(n.name) as feed, sum(u.kg) as kg, sum(u.cost) as value
    from fed_by_farm u
    cross join (select ${scope.to}::date as last) d
    join ingredient n on n.client_id = ${scope.client} and n.id = u.ingredient_id
    join ingredient_type y on y.client_id = ${scope.client} and y.id = ${sql.raw(ingredientTypeOn('n', 'd.last'))}
    group by 1, 2, 3
  )`;

/**
 * The cost of each farm's feedings at common prices: a feed's mean price over the compared farms, weighted by their quantities. The sum
 * over all farms equals their actual cost.
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
