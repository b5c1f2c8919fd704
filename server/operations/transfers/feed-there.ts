import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { type ClientContext, may } from '#server/platform/context.ts';
import { ApiError, fieldError, invalid } from '#server/platform/errors.ts';
import { changeOf } from '#server/platform/resource/change.ts';
import { judge, writeChanges } from '#server/platform/resource/crud.ts';
import { anyTable } from '#server/platform/resource/table.ts';

/** A feed with the store that it lies in, as far as a transfer asks. */
export interface Lying {
  id: number;
  name: string;
  farm: number;
  stock: number;
  company: number;
  type: number;
  item_number: string;
  price: number;
  dry_matter: number;
}

export interface Store {
  id: number;
  name: string;
  company: number;
  farm: number | null;
}

interface There {
  id: number;
  farm: number;
}

const LONGEST_NAME = 300;
const ingredients = anyTable(ingredientTable);

/**
 * The feed that a feed is in another store: the one that is named (`into`, 400 there unless it lies in that store and is of the feed's type), that of
 * the same type and name, the one that it went into, or came from, the last time, or else a new one, which takes a right of its own.
 */
export async function feedThere(tx: Tx, context: ClientContext, feed: Lying, store: Store, into: number | undefined): Promise<There> {
  const { rows } = await sql<There>`
    select i.id, i.farm_id as farm
    from ingredient i
    left join lateral (
      select max(t.id) as id from transfer t
      where t.client_id = i.client_id and not t.deleted
        and ((t.ingredient_id = ${feed.id} and t.into_id = i.id) or (t.ingredient_id = i.id and t.into_id = ${feed.id}))
    ) last on true
    where i.client_id = ${context.client} and i.stock_id = ${store.id} and i.type_id = ${feed.type} and not i.deleted
      and ${into === undefined ? sql`(lower(i.name) = lower(${feed.name}) or last.id is not null)` : sql`i.id = ${into}`}
    order by lower(i.name) = lower(${feed.name}) desc, last.id desc limit 1`.execute(tx);
  if (rows[0]) return rows[0];
  if (into !== undefined) throw invalid('into', 'invalid_value');
  return makeThere(tx, context, feed, store);
}

/** A new feed like this one in another store. Names are unique on a farm: where the name is taken, the store's follows it. */
async function makeThere(tx: Tx, context: ClientContext, feed: Lying, store: Store): Promise<There> {
  if (!may(context, 'ingredient', 'add')) throw new ApiError(403, { to: [fieldError('not_permitted')] });
  const farm = store.farm ?? feed.farm;
  const { rows } = await sql`
    select from ingredient where client_id = ${context.client} and farm_id = ${farm} and lower(name) = lower(${feed.name}) and not deleted`.execute(
    tx,
  );
  const name = rows.length === 0 ? feed.name : `${feed.name} · ${store.name}`.slice(0, LONGEST_NAME).trim();
  const { type, item_number, price, dry_matter } = feed;
  const input = { farm, stock: store.id, type, name, item_number, price, dry_matter };
  const change = changeOf(ingredients, { id: 0, before: null, input }, (error) => {
    throw new ApiError(error.status, { to: Object.values(error.errors).flat() });
  });
  await judge(tx, ingredients, context, [change]);
  await writeChanges(tx, ingredients, context, [change]);
  return { id: change.id, farm };
}
