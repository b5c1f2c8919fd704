import { sql } from 'kysely';
import type { Use } from '#contract/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';

/** The users of an ingredient: active rations, recipes with it or for it, and open orders. */
export async function ingredientUses(tx: Tx, context: ClientContext, id: number): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select 'rations' as resource, r.id, r.name, r.farm_id as farm from ration r
    where r.client_id = ${context.client} and not r.deleted and exists (
      select from ration_item i where i.client_id = r.client_id and i.ration_id = r.id and i.ingredient_id = ${id})
    union all
    select 'recipes', r.id, r.name, r.farm_id from recipe r
    where r.client_id = ${context.client} and (r.ingredient_id = ${id} or exists (
      select from recipe_item i where i.client_id = r.client_id and i.recipe_id = r.id and i.ingredient_id = ${id}))
    union all
    select 'orders', o.id, c.name || ' ' || o.to_day, i.farm_id from feed_order o
    join delivery_company c on c.client_id = o.client_id and c.id = o.company_id
    join ingredient i on i.client_id = o.client_id and i.id = o.ingredient_id
    where o.client_id = ${context.client} and o.ingredient_id = ${id} and not o.deleted and o.kg > (
      select coalesce(sum(d.value), 0) from delivery d where d.client_id = o.client_id and d.order_id = o.id and not d.deleted)
    order by name, resource`.execute(tx);
  return rows;
}
