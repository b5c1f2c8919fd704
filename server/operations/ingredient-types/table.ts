import { sql } from 'kysely';
import type { Use } from '#contract/errors.ts';
import { ingredientTypes } from '#contract/operations/ingredient-types.ts';
import type { TableOf } from '#server/platform/resource/table.ts';

export const ingredientTypeTable: TableOf<typeof ingredientTypes, 'ingredient_type'> = {
  contract: ingredientTypes,
  table: 'ingredient_type',
  search: ['t.name'],
  order: 't.name',
  lite: ['id', 'name'],
  remove: 'soft',
  async uses(tx, context, id) {
    const { rows } = await sql<Use>`
      select 'ingredients' as resource, id, name, farm_id as farm from ingredient where client_id = ${context.client} and type_id = ${id} and not deleted order by name`.execute(
      tx,
    );
    return rows;
  },
};
