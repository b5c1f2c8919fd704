import { sql } from 'kysely';
import type { z } from 'zod';
import { percentSum, type RecipeItem, type RecipeItemRow } from '#contract/operations/recipe-items.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { invalid } from '#server/platform/errors.ts';
import { ask } from '#server/platform/resource/check.ts';
import type { AnyRow, Change, Naming } from '#server/platform/resource/table.ts';
import { usableCheck } from './usable-ingredients.ts';

/** Mixes of ingredients: rations and recipes. */
type Owner = 'ration' | 'recipe';
export type Item = z.output<typeof RecipeItem>;

/** Joins `mix`: dry matter in percent and price per kg by the parts. A feed without purchases has its list price. */
export const mixJoin = (owner: Owner) => `
  cross join lateral (
    select coalesce(sum(p.percent * i.dry_matter), 0) / 100 as dry_matter,
           coalesce(sum(p.percent * coalesce(nullif(i.average_price, 0), i.price)), 0) / 100 as price
    from ${owner}_item p join ingredient i on i.client_id = p.client_id and i.id = p.ingredient_id
    where p.client_id = t.client_id and p.${owner}_id = t.id
  ) mix`;

/** The recipes of an ingredient. If a recipe contains the replacement already, that one takes both parts. */
export const namingInRecipes: Naming = {
  of: 'ingredient',
  where: (_context, id) => sql`exists (select from recipe_item p
    where p.client_id = t.client_id and p.recipe_id = t.id and p.ingredient_id = ${id})`,
  input(row, from, to) {
    const percents = new Map<number, number>();
    for (const { ingredient, percent } of row.items as Item[]) {
      const one = ingredient === from ? to : ingredient;
      percents.set(one, Math.round(((percents.get(one) ?? 0) + percent) * 100) / 100);
    }
    return { items: [...percents].map(([ingredient, percent]) => ({ ingredient, percent })) };
  },
};

/** Adds their parts to recipes. */
export async function withItems(db: Db, rows: readonly AnyRow[], client: number): Promise<AnyRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id as number);
  const { rows: found } = await sql<z.infer<typeof RecipeItemRow> & { owner: number }>`
    select p.recipe_id as owner, p.ingredient_id as ingredient, i.name as ingredient_name, p.percent
    from recipe_item p join ingredient i on i.client_id = p.client_id and i.id = p.ingredient_id
    where p.client_id = ${client} and p.recipe_id = any(${ids}) order by p.position`.execute(db);
  const byOwner = new Map<number, unknown[]>(ids.map((id) => [id, []]));
  for (const { owner: of, ...item } of found) byOwner.get(of)?.push(item);
  return rows.map((row) => ({ ...row, items: byOwner.get(row.id) }));
}

/** Position of the first part with a repeated ingredient; -1 without one. */
export function twiceIn(items: readonly { ingredient: number }[]): number {
  const ids = items.map((item) => item.ingredient);
  return ids.findIndex((id, index) => ids.indexOf(id) !== index);
}

/** The fault of the parts alone: a repeated ingredient, or a sum other than exactly 100 %. */
function mixProblem(items: readonly Item[]): [field: string, name: 'invalid_value' | 'percent_sum'] | undefined {
  const twice = twiceIn(items);
  if (twice !== -1) return [`items.${twice}.ingredient`, 'invalid_value'];
  return percentSum(items) === 100 ? undefined : ['items', 'percent_sum'];
}

/** A planned mix of a farm. */
interface Mix<I> {
  farm: number;
  items: readonly I[];
  refuse: Change['refuse'];
}

/** 400 unless the parts sum to exactly 100 %, none is repeated, and the farm may use each. */
export async function demandMixes(tx: Tx, client: number, mixes: readonly Mix<Item>[]): Promise<void> {
  if (mixes.length === 0) return;
  for (const { items, refuse } of mixes) {
    const problem = mixProblem(items);
    if (problem) refuse(invalid(...problem));
  }
  await demandUsable(tx, client, mixes);
}

/** 400 unless the farm may use each part. */
export async function demandUsable(tx: Tx, client: number, mixes: readonly Mix<{ ingredient: number }>[]): Promise<void> {
  if (mixes.length === 0) return;
  const uses = mixes.flatMap(({ farm, items, refuse }) =>
    items.map(({ ingredient }, index) => ({ farm, ingredient, field: `items.${index}.ingredient`, refuse })),
  );
  await ask(tx, usableCheck(client, uses));
}

/** Replaces the parts of recipes. */
export async function writeItems(tx: Tx, client: number, mixes: readonly { id: number; items: readonly Item[] }[]): Promise<void> {
  const parts = mixes.flatMap(({ id, items }) => items.map((item, index) => ({ ...item, of: id, position: index + 1 })));
  await sql`delete ${UNREAD} from recipe_item where client_id = ${client} and recipe_id = any(${mixes.map(({ id }) => id)})`.execute(tx);
  await sql`
    insert ${UNREAD} into recipe_item (client_id, recipe_id, ingredient_id, percent, position)
    select ${client}, part.owner, part.ingredient, part.percent, part.position
    from unnest(${parts.map((part) => part.of)}::bigint[], ${parts.map((part) => part.ingredient)}::bigint[],
                ${parts.map((part) => part.percent)}::numeric[], ${parts.map((part) => part.position)}::integer[])
      as part (owner, ingredient, percent, position)`.execute(tx);
}
