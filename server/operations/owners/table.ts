import { groupOwners, ownerLines } from '#contract/operations/owners.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { deliveryCompanyTable } from '#server/operations/delivery-companies/table.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { groupTable } from '#server/operations/groups/table.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import { named, type TableOf } from '#server/platform/resource/table.ts';
import { judgeGroupOwners, judgeOwnerLines } from './judge.ts';

const OWNER = 'delivery_company owner on owner.client_id = t.client_id and owner.id = t.owner_id';

/** Every change of owner, with its terms, in the months that are still open. */
export const groupOwnerTable: TableOf<typeof groupOwners, 'group_owner'> = {
  contract: groupOwners,
  table: 'group_owner',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    join animal_group on animal_group.client_id = t.client_id and animal_group.id = t.group_id
    left join ${OWNER}`,
  fields: {
    farm: 't.farm_id',
    farm_name: 'farm.name',
    group: 't.group_id',
    group_name: 'animal_group.name',
    ...named('owner'),
    from: 't.since',
  },
  columns: { from: 'since' },
  references: { group: groupTable, owner: deliveryCompanyTable },
  naming: ['owner'],
  unnamed: true,
  farm: 't.farm_id',
  search: ['animal_group.name', 'owner.name'],
  order: 't.since desc, animal_group.name',
  remove: 'hard',
  title: (row) => `${row.group_name} ${row.from}`,
  prepare: judgeGroupOwners,
  beforeRemove: (tx, context, before) => demandOpenMonth(tx, context.client, before.farm, before.from),
};

export const ownerLineTable: TableOf<typeof ownerLines, 'owner_line'> = {
  contract: ownerLines,
  table: 'owner_line',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    join ${OWNER}`,
  fields: named('farm', 'owner'),
  references: { farm: farmTable, owner: deliveryCompanyTable },
  naming: ['owner'],
  unnamed: true,
  farm: 't.farm_id',
  search: ['owner.name', 't.text'],
  order: 't.day desc, owner.name',
  remove: 'hard',
  title: (row) => `${row.owner_name} ${row.day}`,
  prepare: judgeOwnerLines,
  beforeRemove: (tx, context, before) => demandOpenMonth(tx, context.client, before.farm, before.day),
};

/** A row with the group and day of an existing one updates it. */
export const groupOwnerImport: Importable<typeof groupOwners> = {
  table: groupOwnerTable,
  byName: false,
  unusual: { figures: ['markup', 'yardage'], alike: ['farm'] },
  of: ['group', 'from'],
};

/** A row with the owner, day and text of an existing one updates it. */
export const ownerLineImport: Importable<typeof ownerLines> = {
  table: ownerLineTable,
  byName: false,
  unusual: { figures: ['amount'], alike: ['farm', 'owner'] },
  of: ['farm', 'owner', 'day', 'text'],
};
