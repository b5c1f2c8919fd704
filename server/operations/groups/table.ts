import { dayAt } from '#common/format/clock.ts';
import { groups } from '#contract/operations/groups.ts';
import { groupUses } from '#server/domain/plan-uses.ts';
import { timezoneOf } from '#server/domain/timezone.ts';
import { animalTypeTable } from '#server/operations/animal-types/table.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { refreshWaited } from '#server/operations/feedings/refresh.ts';
import type { TableOf } from '#server/platform/resource/table.ts';
import { keepHeads } from './heads.ts';

export const groupTable: TableOf<typeof groups, 'animal_group'> = {
  contract: groups,
  table: 'animal_group',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    join animal_type on animal_type.client_id = t.client_id and animal_type.id = t.animal_type_id`,
  fields: {
    farm: 't.farm_id',
    farm_name: 'farm.name',
    animal_type: 't.animal_type_id',
    animal_type_name: 'animal_type.name',
  },
  references: { farm: farmTable, animal_type: animalTypeTable },
  farm: 't.farm_id',
  search: ['t.name', 'animal_type.name'],
  order: 't.name',
  lite: ['id', 'name', 'farm', 'animal_type', 'animal_count'],
  remove: 'soft',
  async afterWrite(tx, context, id, input, before) {
    if (input.animal_count === undefined || input.animal_count === before?.animal_count) return;
    const farm = Number(input.farm ?? before?.farm);
    const day = dayAt(context.services.now(), await timezoneOf(tx, context.client, farm));
    await keepHeads(tx, context, [{ group: id, day, heads: Number(input.animal_count) }]);
    if (before) await refreshWaited(tx, context.client, { group: id }, context.services.now());
  },
  uses: groupUses,
};
