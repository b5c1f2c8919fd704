import { sql } from 'kysely';
import type { z } from 'zod';
import type { StockLedgerRow, stockLedgerFilters } from '#contract/operations/stocks.ts';
import type { ListQuery } from '#contract/resource.ts';
import { shownMoney, shownPrice } from '#server/domain/shown-price.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { isOneOf } from '#server/platform/resource/table.ts';

type Row = z.infer<typeof StockLedgerRow>;
type Filters = z.output<z.ZodObject<typeof stockLedgerFilters>>;

/** A page of a stock's moves, newest first, each with the stock's rest of its ingredient after it. */
export async function ledgerOf(context: ClientContext, stock: number, query: ListQuery & Filters): Promise<{ data: Row[]; count: number }> {
  if (query.ordering) throw invalid('ordering', 'invalid_value');
  const conditions = [sql`l.client_id = ${context.client} and l.stock_id = ${stock}`];
  if (query.ingredient.length > 0) conditions.push(sql`${isOneOf('l.ingredient_id', query.ingredient)}`);
  if (query.kind.length > 0) conditions.push(sql`${isOneOf('l.kind', query.kind)}`);
  if (query.day_after) conditions.push(sql`l.day >= ${query.day_after}`);
  if (query.day_before) conditions.push(sql`l.day <= ${query.day_before}`);
  const where = sql.join(conditions, sql` and `);
  // The balance runs over all moves of the page's ingredients up to the page's newest day, filtered out or not.
  const { rows } = await sql<Row>`
    with page as materialized (
      select l.* from ledger l where ${where}
      order by l.day desc, l.at desc, l.id desc limit ${query.page_size} offset ${(query.page - 1) * query.page_size}
    ), running as (
      select l.id, sum(l.kg) over (partition by l.ingredient_id order by l.day, l.at, l.id) as balance
      from ledger l
      where l.client_id = ${context.client} and l.stock_id = ${stock}
        and l.ingredient_id in (select ingredient_id from page) and l.day <= (select max(day) from page)
    )
    select p.id, p.at, p.day, p.kind, p.ingredient_id as ingredient, i.name as ingredient_name, p.farm_id as farm, p.kg,
           ${sql.raw(`${shownPrice('p.price')} as price, ${shownMoney('p.value')} as value`)}, r.balance, p.note, nullif(trim(a.first_name || ' ' || a.last_name), '') as user_name
    from page p
    join running r on r.id = p.id
    join ingredient i on i.client_id = p.client_id and i.id = p.ingredient_id
    left join account a on a.id = p.user_id
    order by p.day desc, p.at desc, p.id desc`.execute(context.db);
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from ledger l where ${where}`.execute(context.db);
  return { data: rows, count: counted[0]?.count ?? 0 };
}
