import { sql } from 'kysely';
import type { Use } from '#contract/errors.ts';
import { animalTypes } from '#contract/operations/animal-types.ts';
import type { TableOf } from '#server/platform/resource/table.ts';

export const animalTypeTable: TableOf<typeof animalTypes, 'animal_type'> = {
  contract: animalTypes,
  table: 'animal_type',
  search: ['t.name'],
  order: 't.name',
  lite: ['id', 'name'],
  remove: 'soft',
  async uses(tx, context, id) {
    const { rows } = await sql<Use>`
      select 'groups' as resource, id, name, farm_id as farm from animal_group where client_id = ${context.client} and animal_type_id = ${id} and not deleted order by name`.execute(
      tx,
    );
    return rows;
  },
};
