import { sql } from 'kysely';
import type { ClientContext } from '../../core/context.ts';
import type { Tx } from '../../db/database.ts';

/** The living rations and the recipes that an ingredient stands in, or that make it, by name. */
export async function usesOfIngredient(tx: Tx, context: ClientContext, id: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select r.name from ration r join ration_item i on i.client_id = r.client_id and i.ration_id = r.id
    where r.client_id = ${context.client} and i.ingredient_id = ${id} and not r.deleted
    union
    select r.name from recipe r left join recipe_item i on i.client_id = r.client_id and i.recipe_id = r.id
    where r.client_id = ${context.client} and ${id} in (i.ingredient_id, r.ingredient_id)
    order by 1`.execute(tx);
  return rows.map((row) => row.name);
}
