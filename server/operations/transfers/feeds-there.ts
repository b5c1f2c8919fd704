import { sql } from 'kysely';
import { toNameKey } from '#common/files/incoming/keys.ts';
import type { Tx } from '#server/db/database.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { type ClientContext, may } from '#server/platform/context.ts';
import { ApiError, fieldError, invalid } from '#server/platform/errors.ts';
import { changeOf } from '#server/platform/resource/change.ts';
import { judge } from '#server/platform/resource/crud.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import { writeAll } from '#server/platform/resource/import/write.ts';
import { anyTable, type Change } from '#server/platform/resource/table.ts';

/** A feed and its store, with the fields that transfers read. */
export interface StoredFeed {
  id: number;
  name: string;
  /** The key of the name. */
  key: string;
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

/** A row that moves a feed to another store; `into` names the feed that it is there. */
export interface Going {
  change: Change;
  feed: StoredFeed;
  store: Store;
  into: number | undefined;
}

/** The feed that a feed is in another store. A new one gets its id once all are made. */
interface There {
  id: number;
  farm: number;
  type: number;
  key: string;
  /** The transfer that last led from the feed to it, or from it to the feed, by the feed's id. */
  last: Map<number, number>;
}

/** A feed that has to be made, with the rows that need it. */
interface Made {
  there: There;
  values: { farm: number; stock: number; type: number; name: string; item_number: string; price: number; dry_matter: number };
  rows: Change[];
}

const LONGEST_NAME = 300;
/** Transfers of the list are later than all that are stored. */
const FIRST_OF_LIST = 2 ** 52;
const ingredients = anyTable(ingredientTable);

/**
 * Finds each feed's counterpart in another store, in the order of the list. The first of these counts: the feed named by `into`, the feed
 * of the same type and name, the feed of the last transfer, or a new feed. 400 at `into` if that feed is of another store or type. A new
 * feed needs a right of its own. Refused rows get no feed.
 */
export async function findFeedsThere(tx: Tx, context: ClientContext, going: readonly Going[]): Promise<Map<Change, There>> {
  const candidates = await feedsOfStores(tx, context.client, going);
  const made: Made[] = [];
  const names = await takenNames(tx, context.client, going);
  const found = new Map<Change, There>();
  for (const [index, { change, feed, store, into }] of going.entries()) {
    const there = (candidates.get(store.id) ?? []).filter(({ id, type }) => type === feed.type && (into === undefined || id === into));
    const nearest = into === undefined ? pickNearest(there, feed) : there[0];
    if (!nearest && into !== undefined) change.refuse(invalid('into', 'invalid_value'));
    else if (!nearest && !may(context, 'ingredient', 'add')) change.refuse(new ApiError(403, { to: [fieldError('not_permitted')] }));
    if (change.refused) continue;
    const taken = nearest ?? planNew(feed, store, names, made, candidates);
    made.find((one) => one.there === taken)?.rows.push(change);
    taken.last.set(feed.id, FIRST_OF_LIST + index);
    found.set(change, taken);
  }
  await makeFeeds(tx, context, made);
  return found;
}

/** The feed of that name, else the one of the last transfer between the two. */
function pickNearest(there: readonly There[], feed: StoredFeed): There | undefined {
  const findLastTransfer = ({ last }: There) => last.get(feed.id) ?? -1;
  const close = there.filter((one) => one.key === feed.key || one.last.has(feed.id));
  return close.toSorted((a, b) => Number(b.key === feed.key) - Number(a.key === feed.key) || findLastTransfer(b) - findLastTransfer(a))[0];
}

/** Living feeds of the stores that rows lead to, by store, with the transfers between them and the feeds that leave. */
async function feedsOfStores(tx: Tx, client: number, going: readonly Going[]): Promise<Map<number, There[]>> {
  const stores = [...new Set(going.map(({ store }) => store.id))];
  const feeds = [...new Set(going.map(({ feed }) => feed.id))];
  const types = [...new Set(going.map(({ feed }) => feed.type))];
  const { rows } = await sql<Omit<There, 'last'> & { stock: number }>`
    select id, farm_id as farm, type_id as type, stock_id as stock, name_key(name) as key from ingredient
    where client_id = ${client} and stock_id = any(${stores}) and type_id = any(${types}) and not deleted order by id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  const { rows: transfers } = await sql<{ feed: number; there: number; last: number }>`
    select feed, there, max(id) as last from (
      select ingredient_id as feed, into_id as there, id from transfer
      where client_id = ${client} and not deleted and ingredient_id = any(${feeds}) and into_id = any(${ids})
      union all
      select into_id, ingredient_id, id from transfer
      where client_id = ${client} and not deleted and into_id = any(${feeds}) and ingredient_id = any(${ids})
    ) t group by 1, 2`.execute(tx);
  const lasts = groupBy(transfers, ({ there }) => there);
  const toThere = ({ stock: _, ...row }: (typeof rows)[number]): There => ({
    ...row,
    last: new Map((lasts.get(row.id) ?? []).map(({ feed, last }) => [feed, last])),
  });
  return new Map([...groupBy(rows, ({ stock }) => stock)].map(([store, own]) => [store, own.map(toThere)]));
}

const keyOnFarm = (farm: number, key: string) => `${farm} ${key}`;

/** Names of living feeds, by farm, that new ones could meet. */
async function takenNames(tx: Tx, client: number, going: readonly Going[]): Promise<Set<string>> {
  const keys = [...new Set(going.map(({ feed }) => feed.key))];
  const { rows } = await sql<{ farm: number; key: string }>`
    select farm_id as farm, name_key(name) as key from ingredient
    where client_id = ${client} and name_key(name) = any(${keys}) and not deleted`.execute(tx);
  return new Set(rows.map(({ farm, key }) => keyOnFarm(farm, key)));
}

/** Plans a new feed like this one in another store. Names are unique on a farm: if the name is taken, the store's follows it. */
function planNew(feed: StoredFeed, store: Store, names: Set<string>, made: Made[], candidates: Map<number, There[]>): There {
  const farm = store.farm ?? feed.farm;
  const isFree = !names.has(keyOnFarm(farm, feed.key));
  const name = isFree ? feed.name : `${feed.name} · ${store.name}`.slice(0, LONGEST_NAME).trim();
  const key = isFree ? feed.key : toNameKey(name);
  const { type, item_number, price, dry_matter } = feed;
  const there: There = { id: 0, farm, type, key, last: new Map() };
  made.push({ there, values: { farm, stock: store.id, type, name, item_number, price, dry_matter }, rows: [] });
  names.add(keyOnFarm(farm, key));
  candidates.set(store.id, [...(candidates.get(store.id) ?? []), there]);
  return there;
}

/** Creates the feeds. Each row that needs a refused feed gets the refusal at `to`. */
async function makeFeeds(tx: Tx, context: ClientContext, made: readonly Made[]): Promise<void> {
  if (made.length === 0) return;
  const changes = made.map(({ values, rows }) =>
    changeOf(ingredients, { id: 0, before: null, input: values }, (error) => {
      for (const row of rows) row.refuse(new ApiError(error.status, { to: Object.values(error.errors).flat() }));
    }),
  );
  await judge(tx, ingredients, context, changes);
  const sound = changes.filter(({ refused }) => !refused);
  await writeAll(tx, context, ingredients, sound);
  for (const [index, { there }] of made.entries()) there.id = changes[index]?.id ?? 0;
}
