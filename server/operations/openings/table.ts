import { sql } from 'kysely';
import { openings } from '#contract/operations/openings.ts';
import { weighPacks } from '#server/domain/packs.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import { isOneOf, named, type TableOf } from '#server/platform/resource/table.ts';
import { checkOpenings, postOpenings, takeBackOpening } from './moves.ts';

export const openingTable: TableOf<typeof openings, 'opening'> = {
  contract: openings,
  table: 'opening',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    join ingredient on ingredient.client_id = t.client_id and ingredient.id = t.ingredient_id
    join stock on stock.client_id = t.client_id and stock.id = ingredient.stock_id`,
  fields: { ...named('farm', 'ingredient'), stock: 'stock.id', stock_name: 'stock.name', cost: 't.kg * t.price' },
  references: { farm: farmTable, ingredient: ingredientTable },
  derive: weighPacks('kg', (row) => row.day),
  farm: 't.farm_id',
  search: ['ingredient.name', 'stock.name', 't.note', 't.lot'],
  filters: {
    stock: (ids: number[]) => isOneOf('stock.id', ids),
    day_after: (day: string) => sql`t.day >= ${day}::date`,
    day_before: (day: string) => sql`t.day <= ${day}::date`,
  },
  order: 't.day desc',
  remove: 'soft',
  title: (row) => row.ingredient_name,
  checks: checkOpenings,
  afterWrite: postOpenings,
  beforeRemove: takeBackOpening,
  afterRestore: (tx, context, change) => postOpenings(tx, context, [{ ...change, before: null }]),
};

/** A row of a farm and feed that have an opening balance changes that balance. */
export const openingImport: Importable<typeof openings> = {
  table: openingTable,
  byName: false,
  of: ['farm', 'ingredient'],
  unusual: { figures: ['kg', 'price'], alike: ['ingredient'], ofFeed: ['price'] },
};
