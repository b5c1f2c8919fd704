import { type RawBuilder, sql } from 'kysely';
import type { ReportScope } from './scope.ts';
import { overEverywhere, USES, yesterdays } from './whole-days.ts';

/**
 * CTE `used`: each farm's use of each feed over its last seven whole days (loads, sales, compound feed) and its part of the stock, both in
 * dry matter. A stock of several farms is divided by each farm's use, independent of the owner.
 */
export const stockUsed = (scope: ReportScope): RawBuilder<unknown> => sql`
  taken as (
    select n.id, l.farm_id, n.rest, n.dry_matter, -sum(l.kg) as kg
    from ingredient n
    join stock_day l on l.client_id = n.client_id and l.ingredient_id = n.id and l.day >= ${overEverywhere(scope)} - 6
    join ${yesterdays(scope)} y on y.id = l.farm_id and l.day between y.yesterday - 6 and y.yesterday
    where n.client_id = ${scope.client} and l.kind in ${sql.raw(USES)}
    group by n.id, l.farm_id, n.rest, n.dry_matter having -sum(l.kg) > 0
  ), shared as (
    select id, farm_id, greatest(rest, 0) * kg / sum(kg) over (partition by id) * dry_matter / 100 as rest, kg * dry_matter / 100 as kg from taken
  ), used as (
    select * from shared where farm_id = any(${scope.farmIds})
  )`;
/** How many days the stock lasts, from sums over `used`. */
export const DAYS_OF_STOCK = '7 * sum(rest) / nullif(sum(kg), 0)';

/** Days that the stock lasts by farm, and over all of them under 0. */
export async function daysOfStock(scope: ReportScope): Promise<Map<number, number | null>> {
  const { rows } = await sql<{ farm_id: number; days: number | null }>`
    with ${stockUsed(scope)}
    select coalesce(farm_id, 0) as farm_id, round(${sql.raw(DAYS_OF_STOCK)}, 6) as days from used group by grouping sets ((farm_id), ())`.execute(
    scope.db,
  );
  return new Map(rows.map(({ farm_id, days }) => [farm_id, days]));
}
