import { milk, milkPrices } from '#contract/operations/milk.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { GROUP_FIELDS, OF_GROUP_AND_DAY } from '#server/operations/groups/of-group-and-day.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { TableOf } from '#server/platform/resource/table.ts';
import { judgeMilk, judgeMilkPrices } from './judge.ts';

export const milkTable: TableOf<typeof milk, 'milk'> = {
  contract: milk,
  table: 'milk',
  ...OF_GROUP_AND_DAY,
  // Includes the rows of a whole farm.
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    left join animal_group on animal_group.client_id = t.client_id and animal_group.id = t.group_id`,
  fields: GROUP_FIELDS,
  references: { ...OF_GROUP_AND_DAY.references, farm: farmTable },
  title: (row) => `${row.group_name ?? row.farm_name} ${row.day}`,
  prepare: judgeMilk,
  beforeRemove: (tx, context, before) => demandOpenMonth(tx, context.client, before.farm, before.day),
};

export const milkPriceTable: TableOf<typeof milkPrices, 'milk_price'> = {
  contract: milkPrices,
  table: 'milk_price',
  joins: 'join farm on farm.client_id = t.client_id and farm.id = t.farm_id',
  fields: { farm: 't.farm_id', farm_name: 'farm.name', from: 't.since' },
  columns: { from: 'since' },
  references: { farm: farmTable },
  farm: 't.farm_id',
  order: 't.since desc, farm.name',
  remove: 'hard',
  title: (row) => `${row.farm_name} ${row.from}`,
  prepare: judgeMilkPrices,
  beforeRemove: (tx, context, before) => demandOpenMonth(tx, context.client, before.farm, before.from),
};

/** A row of an existing day updates it; history contains the values before. */
export const milkImport: Importable<typeof milk> = {
  table: milkTable,
  byName: false,
  percents: ['fat', 'protein'],
  unusual: { figures: ['kg', 'fat', 'protein', 'price'], alike: ['farm', 'group'] },
  of: ['farm', 'group', 'day'],
};
export const milkPriceImport: Importable<typeof milkPrices> = {
  table: milkPriceTable,
  byName: false,
  unusual: { figures: ['base', 'fat', 'protein'], alike: ['farm'] },
  of: ['farm', 'from'],
};
