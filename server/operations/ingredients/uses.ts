import { sql } from 'kysely';
import type { Use } from '#contract/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';

/** The living rations and the recipes that an ingredient stands in, or that make it. */
export async function ingredientUses(tx: Tx, context: ClientContext, id: number): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select 'rations' as resource, r.id, r.name, r.farm_id as farm from ration r
    where r.client_id = ${context.client} and not r.deleted and exists (
      select from ration_item i where i.client_id = r.client_id and i.ration_id = r.id and i.ingredient_id = ${id})
    union all
    select 'recipes', r.id, r.name, r.farm_id from recipe r
    where r.client_id = ${context.client} and (r.ingredient_id = ${id} or exists (
      select from recipe_item i where i.client_id = r.client_id and i.recipe_id = r.id and i.ingredient_id = ${id}))
    order by name, resource`.execute(tx);
  return rows;
}
