import { type RawBuilder, sql } from 'kysely';
import type { ReportScope } from './scope.ts';

/** CTE `used`: dry matter in stock and what was used of it over each farm's last seven whole days (loads, sales, compound feed), of the feeds used then. */
export const stockUsed = ({ client, farmIds, farms }: ReportScope): RawBuilder<unknown> => sql`
  used as (
    select n.id, n.farm_id, greatest(n.rest, 0) * n.dry_matter / 100 as rest, -sum(l.kg) * n.dry_matter / 100 as kg
    from ingredient n
    join unnest(${farmIds}::integer[], ${farms.map((farm) => farm.today)}::date[]) as f (id, today) on f.id = n.farm_id
    join stock_day l on l.client_id = n.client_id and l.ingredient_id = n.id and l.day between f.today - 7 and f.today - 1
    where n.client_id = ${client} and l.kind in ('load', 'sale', 'craft_out')
    group by n.id, n.farm_id, n.rest, n.dry_matter having -sum(l.kg) > 0
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
