import { sql } from 'kysely';
import { harvests } from '#contract/operations/harvests.ts';
import { dayOfMoment, weighPacks } from '#server/domain/packs.ts';
import { shownPrice } from '#server/domain/shown-price.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import { named, type TableOf } from '#server/platform/resource/table.ts';
import { movingHarvests } from './moves.ts';

const DAY = '(t.at at time zone farm.timezone)::date';

export const harvestTable: TableOf<typeof harvests, 'harvest'> = {
  contract: harvests,
  table: 'harvest',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    join ingredient on ingredient.client_id = t.client_id and ingredient.id = t.ingredient_id`,
  fields: {
    ...named('farm', 'ingredient'),
    // The price of the current move; a new row has none until it is posted.
    price: `(select ${shownPrice('l.price')} from ledger l where l.client_id = t.client_id and l.harvest_id = t.id and l.kind = 'harvest' order by l.id desc limit 1)`,
  },
  columns: { at: null },
  derive: weighPacks('kg', dayOfMoment('at')),
  references: { farm: farmTable, ingredient: ingredientTable },
  farm: 't.farm_id',
  search: ['ingredient.name', 't.note', 't.lot'],
  filters: {
    // The farm's day decides; the plain bound, a day wider than any timezone, is what an index can follow.
    day_after: (day: string) => sql`(${sql.raw(DAY)} >= ${day}::date and t.at >= ${day}::date - interval '1 day')`,
    day_before: (day: string) => sql`(${sql.raw(DAY)} <= ${day}::date and t.at < ${day}::date + interval '2 days')`,
  },
  order: 't.at desc',
  remove: 'soft',
  title: (row) => row.ingredient_name,
  checks: movingHarvests.checks,
  afterWrite: movingHarvests.post,
  withNew: movingHarvests.withNew,
  beforeRemove: movingHarvests.takeBack,
  afterRestore: (tx, context, change) => movingHarvests.post(tx, context, [{ ...change, before: null }]),
};

/** A row with the farm, feed and moment of an existing one updates it. */
export const harvestImport: Importable<typeof harvests> = {
  table: harvestTable,
  byName: false,
  percents: ['dry_matter'],
  unusual: { figures: ['kg', 'dry_matter'], alike: ['ingredient'] },
  moments: ['at'],
  of: ['farm', 'ingredient', 'at'],
};
