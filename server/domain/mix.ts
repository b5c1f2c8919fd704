import { sql } from 'kysely';
import type { z } from 'zod';
import { percentSum, type RecipeItem, type RecipeItemRow } from '#contract/operations/recipe-items.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { invalid } from '#server/platform/errors.ts';
import { ask } from '#server/platform/resource/check.ts';
import type { AnyRow, Change, Naming } from '#server/platform/resource/table.ts';
import { usableCheck } from './usable-ingredients.ts';

/** What rations and recipes share: parts of ingredients that sum to a hundred percent. */
export type Owner = 'ration' | 'recipe';
export type Item = z.output<typeof RecipeItem>;

/** Joins `mix`: dry matter in percent and price per kg, by the parts. A feed that nothing was bought of yet has its list price. */
export const mixJoin = (owner: Owner) => `
  cross join lateral (
    select coalesce(sum(p.percent * i.dry_matter), 0) / 100 as dry_matter,
           coalesce(sum(p.percent * coalesce(nullif(i.average_price, 0), i.price)), 0) / 100 as price
    from ${owner}_item p join ingredient i on i.client_id = p.client_id and i.id = p.ingredient_id
    where p.client_id = t.client_id and p.${owner}_id = t.id
  ) mix`;

/** The mixes that an ingredient goes into; where the other stands in one already, it takes both parts. */
export const namingInItems = (owner: Owner): Naming => ({
  of: 'ingredient',
  where: (_context, id) => sql`exists (select from ${sql.table(`${owner}_item`)} p
    where p.client_id = t.client_id and ${sql.ref(`p.${owner}_id`)} = t.id and p.ingredient_id = ${id})`,
  input(row, from, to) {
    const percents = new Map<number, number>();
    for (const { ingredient, percent } of row.items as Item[]) {
      const one = ingredient === from ? to : ingredient;
      percents.set(one, Math.round(((percents.get(one) ?? 0) + percent) * 100) / 100);
    }
    return { items: [...percents].map(([ingredient, percent]) => ({ ingredient, percent })) };
  },
});

/** Adds their parts to rows. */
export async function withItems(db: Db, owner: Owner, rows: readonly AnyRow[], client: number): Promise<AnyRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id as number);
  const key = sql.ref(`p.${owner}_id`);
  const { rows: found } = await sql<z.infer<typeof RecipeItemRow> & { owner: number }>`
    select ${key} as owner, p.ingredient_id as ingredient, i.name as ingredient_name, p.percent
    from ${sql.table(`${owner}_item`)} p join ingredient i on i.client_id = p.client_id and i.id = p.ingredient_id
    where p.client_id = ${client} and ${key} = any(${ids}) order by p.position`.execute(db);
  const byOwner = new Map<number, unknown[]>(ids.map((id) => [id, []]));
  for (const { owner: of, ...item } of found) byOwner.get(of)?.push(item);
  return rows.map((row) => ({ ...row, items: byOwner.get(row.id) }));
}

/** What is wrong with parts by themselves: one there twice, or a sum that isn't exactly 100 %. */
function mixProblem(items: readonly Item[]): [field: string, name: 'invalid_value' | 'percent_sum'] | undefined {
  const ids = items.map((item) => item.ingredient);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice !== -1) return [`items.${twice}.ingredient`, 'invalid_value'];
  return percentSum(items) === 100 ? undefined : ['items', 'percent_sum'];
}

/** A mix as it is to be on a farm. */
interface Mix {
  farm: number;
  items: readonly Item[];
  refuse: Change['refuse'];
}

/** 400 unless the parts are exactly 100 %, none is there twice, and the farm may use each. */
export async function demandMixes(tx: Tx, client: number, mixes: readonly Mix[]): Promise<void> {
  if (mixes.length === 0) return;
  for (const { items, refuse } of mixes) {
    const problem = mixProblem(items);
    if (problem) refuse(invalid(...problem));
  }
  const uses = mixes.flatMap(({ farm, items, refuse }) =>
    items.map(({ ingredient }, index) => ({ farm, ingredient, field: `items.${index}.ingredient`, refuse })),
  );
  await ask(tx, usableCheck(client, uses));
}

/** Puts the parts of a ration or recipe, or of many, in place of those that it had. */
export async function writeItems(
  tx: Tx,
  owner: Owner,
  client: number,
  mixes: readonly { id: number; items: readonly Item[] }[],
): Promise<void> {
  const table = sql.table(`${owner}_item`);
  const key = sql.ref(`${owner}_id`);
  const parts = mixes.flatMap(({ id, items }) => items.map((item, index) => ({ ...item, of: id, position: index + 1 })));
  await sql`delete ${UNREAD} from ${table} where client_id = ${client} and ${key} = any(${mixes.map(({ id }) => id)})`.execute(tx);
  await sql`
    insert ${UNREAD} into ${table} (client_id, ${key}, ingredient_id, percent, position)
    select ${client}, part.owner, part.ingredient, part.percent, part.position
    from unnest(${parts.map((part) => part.of)}::bigint[], ${parts.map((part) => part.ingredient)}::bigint[],
                ${parts.map((part) => part.percent)}::numeric[], ${parts.map((part) => part.position)}::integer[])
      as part (owner, ingredient, percent, position)`.execute(tx);
}
