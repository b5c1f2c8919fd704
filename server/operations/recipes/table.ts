import { recipes } from '#contract/operations/recipes.ts';
import { demandMixes, type Item, mixJoin, namingInRecipes, withItems, writeItems } from '#server/domain/mix.ts';
import { replanBatches } from '#server/domain/replan-batches.ts';
import { shownPrice } from '#server/domain/shown-price.ts';
import { demandUsable } from '#server/domain/usable-ingredients.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { named, type TableOf } from '#server/platform/resource/table.ts';
import { notify } from '#server/platform/runtime/events.ts';

export const recipeTable: TableOf<typeof recipes, 'recipe'> = {
  contract: recipes,
  table: 'recipe',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    join ingredient on ingredient.client_id = t.client_id and ingredient.id = t.ingredient_id ${mixJoin('recipe')}`,
  fields: {
    ...named('farm', 'ingredient'),
    dry_matter: 'mix.dry_matter',
    humidity: '100 - mix.dry_matter',
    price: shownPrice('mix.price'),
    items: null,
  },
  columns: { items: null },
  references: { farm: farmTable, ingredient: ingredientTable },
  naming: ['ingredient', namingInRecipes],
  farm: 't.farm_id',
  search: ['t.name', 'ingredient.name'],
  order: 't.name',
  lite: ['id', 'name', 'farm', 'ingredient', 'dry_matter', 'price'],
  remove: 'never',
  attachNested: (db, rows, context) => withItems(db, rows, context.client),
  prepare: oneByOne(async (tx, context, { input, before, after, refuse }) => {
    const { farm, ingredient: made } = after;
    const items = after.items as Item[];
    if (input.farm !== undefined || input.ingredient !== undefined) await demandUsable(tx, context.client, farm, made, 'ingredient');
    if (input.items || (before && farm !== before.farm)) await demandMixes(tx, context.client, [{ farm, items, refuse }]);
    const itself = items.findIndex((item) => item.ingredient === made);
    if (itself !== -1) throw invalid(input.items ? `items.${itself}.ingredient` : 'ingredient', 'invalid_value');
  }),
  afterWrite: oneByOne(async (tx, context, { id, input }) => {
    if (!input.items) return;
    await writeItems(tx, context.client, [{ id, items: input.items as Item[] }]);
    const changed = await replanBatches(tx, context.client, { recipe: id });
    if (changed.length > 0) await notify(tx, context.client, 'batches', changed);
  }),
};
