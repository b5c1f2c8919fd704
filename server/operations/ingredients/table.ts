import { ingredients } from '#contract/operations/ingredients.ts';
import { keepFormer, type Replaced, replacedBy } from '#server/domain/former-values.ts';
import { shownPrice } from '#server/domain/shown-price.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { ingredientTypeTable } from '#server/operations/ingredient-types/table.ts';
import { followDryMatter } from '#server/operations/rations/follow-dry-matter.ts';
import { stockTable } from '#server/operations/stocks/table.ts';
import { findByExternalId, selectExternalIds } from '#server/platform/resource/external-ids.ts';
import { refuseInUse } from '#server/platform/resource/in-use.ts';
import { heldBy, named, type TableOf } from '#server/platform/resource/table.ts';
import { INGREDIENT_SHARED_BY, ingredientVisibleTo } from '#server/platform/resource/visible-to.ts';
import { byRunOut, outlookOf } from './outlook.ts';
import { prepareIngredients } from './prepare.ts';
import { ingredientUses } from './uses.ts';

export const ingredientTable: TableOf<typeof ingredients, 'ingredient'> = {
  contract: ingredients,
  table: 'ingredient',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    join stock on stock.client_id = t.client_id and stock.id = t.stock_id
    join ingredient_type on ingredient_type.client_id = t.client_id and ingredient_type.id = t.type_id`,
  fields: {
    ...named('farm', 'stock'),
    type: 't.type_id',
    type_name: 'ingredient_type.name',
    average_price: shownPrice('t.average_price'),
    humidity: '100 - t.dry_matter',
    days_left: null,
    run_out_on: null,
    external_ids: selectExternalIds('ingredients'),
  },
  columns: { type: 'type_id', dry_matter: null, humidity: null, type_since: null, external_ids: null },
  references: { farm: farmTable, stock: stockTable, type: ingredientTypeTable },
  naming: ['stock', 'type'],
  farm: 't.farm_id',
  // A farm's list contains the ingredients that it may use: its own, and those in stocks that its company shares.
  sharedBy: INGREDIENT_SHARED_BY,
  inFarms: ingredientVisibleTo,
  search: ['t.name', 't.item_number', 'ingredient_type.name', 'stock.name'],
  filters: { external_id: findByExternalId('ingredients') },
  order: 't.name',
  orderings: { run_out_on: byRunOut },
  lite: ['id', 'name', 'farm', 'stock', 'stock_name', 'type', 'price', 'average_price', 'dry_matter', 'rest'],
  remove: 'soft',
  choices: { lasting: heldBy('stock_day x where x.ingredient_id = t.id', 'x.day') },
  prepare: prepareIngredients,
  async afterWrite(tx, context, changes) {
    const analysed = changes.filter(({ before, columns }) => before && columns.dry_matter !== undefined).map(({ id }) => id);
    if (analysed.length > 0) await followDryMatter(tx, context.client, analysed, context.services.now());
    const keepFormerValue = (table: 'former_price' | 'former_ingredient_type', replaced: Replaced[]) =>
      keepFormer(tx, context.client, context.services.now(), table, replaced);
    // A first list price holds on earlier days, too.
    await keepFormerValue(
      'former_price',
      replacedBy(changes, 'price', ({ before }) => before?.price === 0),
    );
    await keepFormerValue(
      'former_ingredient_type',
      replacedBy(changes, 'type', ({ input }) => input.type_since === 'open_months'),
    );
  },
  afterWriteUnseen: true,
  async attachNested(db, rows, context, made) {
    const ids = made ? [] : rows.map((row) => row.id);
    const outlook = await outlookOf(db, context, ids);
    return rows.map((row) => ({ ...row, days_left: null, run_out_on: null, ...outlook.get(row.id) }));
  },
  uses: ingredientUses,
  async beforeRemove(_tx, context, before) {
    const { stock, stock_name, farm, rest } = before;
    if (rest !== 0) refuseInUse(context, [{ resource: 'stocks', id: stock, name: stock_name, farm }], 'stock_left');
  },
};
