import { sql } from 'kysely';
import type { AnyRow } from '#server/platform/resource/table.ts';
import { groupTable } from './table.ts';

/** The shared parts of tables whose rows have a group and a day as their key, and whose deletions are permanent. */
export const OF_GROUP_AND_DAY = {
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    join animal_group on animal_group.client_id = t.client_id and animal_group.id = t.group_id`,
  references: { group: groupTable },
  farm: 't.farm_id',
  search: ['animal_group.name'],
  filters: {
    day_after: (day: string) => sql`t.day >= ${day}`,
    day_before: (day: string) => sql`t.day <= ${day}`,
  },
  order: 't.day desc, animal_group.name',
  remove: 'hard' as const,
  title: (row: AnyRow) => `${row.group_name} ${row.day}`,
};
export const GROUP_FIELDS = { farm: 't.farm_id', farm_name: 'farm.name', group: 't.group_id', group_name: 'animal_group.name' };
