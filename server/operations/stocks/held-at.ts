import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { dayAt } from '#common/format/clock.ts';
import { packsOn } from '#common/packs/packs.ts';
import type { StockExpected, StockSheetRow, stockExpectedQuery, stockSheetQuery } from '#contract/operations/stock-counts.ts';
import { readPacks } from '#server/domain/packs.ts';
import { shownPrice } from '#server/domain/shown-price.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { get } from '#server/platform/resource/crud.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { stockTable } from './table.ts';

/** The value to compare a count at that moment, or now, with. */
export async function expected(
  context: ClientContext,
  stock: number,
  { ingredient, counted_at }: z.output<typeof stockExpectedQuery>,
): Promise<z.infer<typeof StockExpected>> {
  await get(context.db, anyTable(stockTable), context, stock);
  const at = counted_at ?? context.services.now().toISOString();
  const { rows } = await sql<{ expected: number; held: number }>`
    ${heldAt(context.client, [ingredient], at)} select expected, held from sums
    where exists (select from ingredient where client_id = ${context.client} and id = ${ingredient} and stock_id = ${stock} and not deleted)`.execute(
    context.db,
  );
  if (!rows[0]) throw invalid('ingredient', 'invalid_value');
  return { ingredient, ...rows[0] };
}

/** Every feed of the stock except water, by name, with what its count at that moment, or now, would be compared with. */
export async function sheetOf(
  context: ClientContext,
  stock: number,
  { counted_at }: z.output<typeof stockSheetQuery>,
): Promise<z.infer<typeof StockSheetRow>[]> {
  await get(context.db, anyTable(stockTable), context, stock);
  const at = counted_at ?? context.services.now().toISOString();
  const feeds = sql`array(select id from ingredient where client_id = ${context.client} and stock_id = ${stock} and not deleted and not water)`;
  const { rows } = await sql<Omit<z.infer<typeof StockSheetRow>, 'packs'>>`
    ${heldAt(context.client, feeds, at)}
    select i.id as ingredient, i.name, t.name as type_name, i.item_number, f.id as farm, f.name as farm_name, s.expected, s.held,
           ${sql.raw(shownPrice('coalesce(nullif(i.average_price, 0), i.price)'))} as price, s.counted_on
    from sums s
    join ingredient i on i.client_id = ${context.client} and i.id = s.ingredient
    join ingredient_type t on t.client_id = i.client_id and t.id = i.type_id
    join farm f on f.client_id = i.client_id and f.id = i.farm_id
    order by i.name, i.id`.execute(context.db);
  const packed = await readPacks(
    context.db,
    context.client,
    rows.map(({ ingredient }) => ingredient),
  );
  return rows.map((row) => {
    const { packs = [], timezone = 'UTC' } = packed.get(row.ingredient) ?? {};
    return { ...row, packs: packsOn(packs, dayAt(at, timezone)).map(({ name, kg }) => ({ name, kg })) };
  });
}

/**
 * Begins a statement with `sums`, a row for each of these feeds, numbered in their order: the ledger's sum at the position of `at` on the feed's farm, the
 * day of the count before (`counted_on`), and what there was to lose since.
 */
export const heldAt = (client: number, ingredients: readonly number[] | RawBuilder<unknown>, at: string): RawBuilder<unknown> => sql`
  with wanted as materialized (
    select a.n, a.ingredient, moment.day, last.day as last_on, last.at as last_at
    from unnest(${ingredients}::bigint[]) with ordinality a (ingredient, n)
    join ingredient i on i.client_id = ${client} and i.id = a.ingredient
    join farm f on f.client_id = i.client_id and f.id = i.farm_id
    cross join lateral (select (${at}::timestamptz at time zone f.timezone)::date as day) moment
    left join lateral (
      select c.day, c.at from ledger c
      where c.client_id = ${client} and c.ingredient_id = a.ingredient and c.kind = 'count' and (c.day, c.at) <= (moment.day, ${at}::timestamptz)
      order by c.day desc, c.at desc limit 1
    ) last on true
  ), sums as (
    select a.n, a.ingredient, a.last_on as counted_on, coalesce(sum(l.kg), 0) as expected,
           coalesce(sum(l.kg) filter (
             where (l.day, l.at) <= (a.last_on, a.last_at) or coalesce(o.kind, l.kind) in ('opening_balance', 'delivery', 'harvest', 'craft_in', 'transfer_in')), 0) as held
    from wanted a
    left join ledger l on l.client_id = ${client} and l.ingredient_id = a.ingredient and (l.day, l.at) <= (a.day, ${at}::timestamptz)
    left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id
    group by a.n, a.ingredient, a.last_on, a.last_at
  )`;
