import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { StockCount, StockCounted, StockExpected, stockExpectedQuery } from '#contract/operations/stocks.ts';
import type { Tx } from '#server/db/database.ts';
import { post } from '#server/domain/ledger.ts';
import { momentOf } from '#server/domain/moment.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { get } from '#server/platform/resource/crud.ts';
import { authorOf, record } from '#server/platform/resource/history.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { stockTable } from './table.ts';

interface Found {
  expected: number;
  difference: number;
  shrink: number | null;
}

/** Posts what a count found beyond what the ledger said at that moment. Counting nothing new is kept too: the next count starts from it. */
export async function count(
  context: ClientContext,
  stock: number,
  body: z.output<typeof StockCount>,
): Promise<z.infer<typeof StockCounted>> {
  return context.write(async (tx) => {
    await get(tx, anyTable(stockTable), context, stock);
    const { rows } = await sql<{ name: string; farm_id: number; rest: number }>`
      select name, farm_id, rest from ingredient
      where client_id = ${context.client} and id = ${body.ingredient} and stock_id = ${stock} and not deleted for no key update`.execute(
      tx,
    );
    const [ingredient] = rows;
    if (!ingredient) throw invalid('ingredient', 'invalid_value');
    const { at, day } = await momentOf(tx, context, ingredient.farm_id, body.counted_at, 'counted_at');
    const { expected, difference, shrink } = await compare(tx, context.client, body.ingredient, body.weight, at);
    const author = authorOf(context);
    const [posted] = await post(tx, author, [
      { ingredient: body.ingredient, kg: difference, kind: 'count', at, day, farm: ingredient.farm_id, note: body.note },
    ]);
    await record(tx, author, {
      resource: 'ingredients',
      id: body.ingredient,
      farm: ingredient.farm_id,
      name: ingredient.name,
      before: { rest: ingredient.rest },
      after: { rest: posted?.rest, counted: body.weight, counted_at: at, note: body.note },
    });
    return { ingredient: body.ingredient, expected, weight: body.weight, difference, shrink, counted_at: at };
  });
}

/** What a count at that moment, or now, would be compared with. */
export async function expected(
  context: ClientContext,
  stock: number,
  { ingredient, counted_at }: z.output<typeof stockExpectedQuery>,
): Promise<z.infer<typeof StockExpected>> {
  await get(context.db, anyTable(stockTable), context, stock);
  const at = counted_at ?? context.services.now().toISOString();
  const { rows } = await sql<{ expected: number; held: number }>`
    ${heldAt(context.client, ingredient, at)} select expected, held from sums
    where exists (select from ingredient where client_id = ${context.client} and id = ${ingredient} and stock_id = ${stock} and not deleted)`.execute(
    context.db,
  );
  if (!rows[0]) throw invalid('ingredient', 'invalid_value');
  return { ingredient, ...rows[0] };
}

/** What the ledger expects at `at`, and how much of what there was to lose since the count before is missing. */
async function compare(tx: Tx, client: number, ingredient: number, weight: number, at: string): Promise<Found> {
  const { rows } = await sql<Found>`
    ${heldAt(client, ingredient, at)}
    select expected, ${weight}::numeric - expected as difference,
           case when held > 0 then round((${weight}::numeric - expected) * 100 / held, 4) end as shrink
    from sums`.execute(tx);
  return rows[0] ?? { expected: 0, difference: weight, shrink: null };
}

/** Begins a statement with `sums`: the ledger's sum at `at`, and what there was to lose since the count before. */
const heldAt = (client: number, ingredient: number, at: string): RawBuilder<unknown> => sql`
  with last as (
    select max(at) as at from ledger where client_id = ${client} and ingredient_id = ${ingredient} and kind = 'count' and at <= ${at}
  ), sums as (
    select coalesce(sum(l.kg), 0) as expected,
           coalesce(sum(l.kg) filter (where l.at <= last.at or coalesce(o.kind, l.kind) in ('delivery', 'craft_in')), 0) as held
    from last
    left join ledger l on l.client_id = ${client} and l.ingredient_id = ${ingredient} and l.at <= ${at}
    left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id
  )`;
