import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { ExactDecimal } from '#server/domain/ledger.ts';

interface LoadedItem {
  /** The place of the item among all. */
  n: number;
  ingredient: number;
  day: string;
  at: string;
  kg: number;
}
interface PricedItem {
  price: ExactDecimal;
  dry_matter: number;
  name: string;
}

/**
 * The price and dry matter of every item, in the order of `n`: the moving average at the item's position, after all earlier moves and
 * items. One pass over the moves of each feed gives the same result as `post` for each load.
 */
export async function priceItems(tx: Tx, client: number, items: readonly LoadedItem[]): Promise<PricedItem[]> {
  const { rows } = await sql<PricedItem & { n: number }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as g (n integer, ingredient bigint, day date, at timestamptz, kg numeric(14,3))
    ), feed as materialized (
      select i.id, i.name, i.price as listed, i.dry_matter, coalesce(s.rest, 0) as rest, coalesce(s.average, 0) as average,
        coalesce(s.day, '-infinity') as day, coalesce(s.at, '-infinity') as at, coalesce(s.move_id, 0) as move_id
      from (select ingredient, min(day) as since from given group by ingredient) f
      join ingredient i on i.client_id = ${client} and i.id = f.ingredient
      left join lateral (
        select a.* from stock_average a
        where a.client_id = ${client} and a.ingredient_id = f.ingredient and a.day < f.since order by a.day desc limit 1
      ) s on true
    ), moved as (
      select id as feed, -1 as n, 'opening' as kind, rest as kg, average as price, '-infinity'::date as day, '-infinity'::timestamptz as at, 0::bigint as place
      from feed
      union all
      select f.id, -1, l.kind, l.kg, coalesce(l.list_price, l.price), l.day, l.at, l.id
      from feed f join ledger l on l.client_id = ${client} and l.ingredient_id = f.id and (l.day, l.at, l.id) > (f.day, f.at, f.move_id)
      where l.kind <> 'reversal' and not exists (select from ledger r where r.client_id = l.client_id and r.reverses_id = l.id)
      union all
      select ingredient, n, 'load', -kg, null, day, at, ${sql.raw('9223372036854775807')} from given
    ), stepped as (
      select feed, n, (stock_after(kind, kg, price) over (partition by feed order by day, at, place, n rows between unbounded preceding and 1 preceding)).average
      from moved
    )
    select s.n, coalesce(nullif(s.average, 0), f.listed)::text as price, f.dry_matter, f.name
    from stepped s join feed f on f.id = s.feed where s.n >= 0 order by s.n`.execute(tx);
  return rows;
}
