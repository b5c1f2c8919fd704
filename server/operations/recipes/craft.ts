import { sql } from 'kysely';
import type { z } from 'zod';
import type { Craft, Crafted } from '#contract/operations/recipes.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Tx } from '#server/db/database.ts';
import { type ExactDecimal, post } from '#server/domain/ledger.ts';
import type { Item } from '#server/domain/mix.ts';
import { type Moment, momentOf } from '#server/domain/moment.ts';
import { partsOf } from '#server/domain/recipe-parts.ts';
import { shownPrice } from '#server/domain/shown-price.ts';
import { setDryMatter } from '#server/operations/rations/set-dry-matter.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { find } from '#server/platform/resource/crud.ts';
import { authorOf } from '#server/platform/resource/history.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { recipeTable } from './table.ts';

/** The parts and the product of a craft. */
export interface Making extends Moment {
  farm: number;
  /** The product. */
  ingredient: number;
  parts: readonly { ingredient: number; kg: number }[];
  batch?: number;
  note: string;
}

/** Makes compound feed by its recipe; 400 at `weight`, with nothing posted, when any part is short. */
export async function craft(context: ClientContext, body: z.output<typeof Craft>): Promise<z.infer<typeof Crafted>> {
  return context.write(async (tx) => {
    // The lock keeps its ingredients from being deleted as long as the recipe is unchanged.
    await sql`select ${UNREAD} 1 from recipe where client_id = ${context.client} and id = ${body.recipe} for share`.execute(tx);
    const recipe = await find(tx, anyTable(recipeTable), context, body.recipe);
    if (!recipe) throw invalid('recipe', 'invalid_value');
    const items = recipe.items as Item[];
    const { at, day } = await momentOf(tx, context, recipe.farm, body.crafted_at, 'crafted_at');
    const kg = partsOf(
      body.weight,
      items.map((item) => item.percent),
    );
    const parts = items.map((item, index) => ({ ingredient: item.ingredient, kg: kg[index] ?? 0 })).filter((part) => part.kg > 0);
    await demandEnough(tx, context.client, recipe.ingredient, parts);
    const price = await postCraft(tx, context, { farm: recipe.farm, ingredient: recipe.ingredient, parts, at, day, note: recipe.name });
    return { recipe: recipe.id, ingredient: recipe.ingredient, weight: body.weight, price, crafted_at: at };
  });
}

/** Locks all ingredients of a craft, in the order of their ids. 400 if a part is short, with the missing kg. */
async function demandEnough(tx: Tx, client: number, made: number, parts: Making['parts']): Promise<void> {
  const ids = [made, ...parts.map((part) => part.ingredient)];
  const { rows } = await sql<{ id: number; name: string; rest: number; short: number }>`
    with needed as (
      select * from unnest(${parts.map((part) => part.ingredient)}::bigint[], ${parts.map((part) => part.kg)}::numeric[]) as n (id, kg)
    ), held as (
      select id, name, rest, deleted from ingredient where client_id = ${client} and id = any(${ids}) order by id for no key update
    )
    select held.id, held.name, held.rest, needed.kg - held.rest as short
    from held join needed on needed.id = held.id where held.rest < needed.kg order by held.name`.execute(tx);
  if (rows.length > 0) throw invalid('weight', 'not_enough', { values: rows.map((row) => `${row.name}: ${row.short}`) });
}

/**
 * Takes the parts out of stock at their moving average and adds the product at their cost; its dry matter becomes the mix's. Returns the
 * price per kg as in the API. The caller checks that there is enough.
 */
export async function postCraft(tx: Tx, context: ClientContext, making: Making): Promise<number> {
  const { at, day, farm, ingredient, parts, note } = making;
  const author = authorOf(context);
  const common = { at, day, farm, note, ...(making.batch === undefined ? {} : { batch: making.batch }) };
  const taken = await post(
    tx,
    author,
    parts.map((part) => ({ ...common, ingredient: part.ingredient, kg: -part.kg, kind: 'craft_out' as const })),
  );
  const { rows } = await sql<{ kg: number; price: ExactDecimal; shown_price: number; dry_matter: number }>`
    select -sum(l.kg) as kg, round_price(sum(l.value) / sum(l.kg))::text as price, ${sql.raw(shownPrice('sum(l.value) / sum(l.kg)'))} as shown_price,
      round(sum(l.kg * t.dry_matter) / sum(l.kg), 2) as dry_matter
    from ledger l
    join unnest(${taken.map((row) => row.id)}::bigint[], ${taken.map((row) => row.dry_matter)}::numeric[]) as t (id, dry_matter) on t.id = l.id
    where l.client_id = ${context.client}`.execute(tx);
  const [sum] = rows;
  if (!sum) throw new Error('nothing was taken');
  await post(tx, author, [{ ...common, ingredient, kg: sum.kg, price: sum.price, kind: 'craft_in' }]);
  await setDryMatter(tx, context, ingredient, sum.dry_matter, day);
  return sum.shown_price;
}
