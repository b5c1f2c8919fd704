import { sql } from 'kysely';
import type { Limit, OptimiseFeed } from '#contract/least-cost.ts';
import { shownPrice } from '#server/domain/shown-price.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { RationFeed } from './ration-program.ts';

/** A feed as stored, with the price of its purchases or its list price. */
export interface StoredFeed {
  id: number;
  name: string;
  dry_matter: string;
  price: string;
  /** Water needs no price. */
  water: boolean;
  values: Record<number, string>;
}

export interface StoredNutrient {
  id: number;
  name: string;
  unit: string;
  per: 'dry' | 'fresh';
}

export type Reading = Pick<ClientContext, 'db' | 'client'>;

export const listNutrientIds = (limit: Limit): { id: number; field: 'nutrient' | 'to' }[] => [
  ...('nutrient' in limit ? [{ id: limit.nutrient, field: 'nutrient' as const }] : []),
  ...('to' in limit ? [{ id: limit.to, field: 'to' as const }] : []),
];

/** Feeds that the farm may use, with their values of a day. */
export async function findFeeds(
  { db, client }: Reading,
  farm: number,
  day: string,
  ids: number[],
  nutrients: number[],
): Promise<StoredFeed[]> {
  const { rows } = await sql<StoredFeed>`
    select i.id, i.name, i.water, i.dry_matter::text, ${sql.raw(shownPrice('coalesce(nullif(i.average_price, 0), i.price)'))}::text as price,
      (select coalesce(json_object_agg(n.nutrient_id, n.value::text), '{}') from feed_nutrient n
        where n.client_id = i.client_id and n.ingredient_id = i.id and n.nutrient_id = any(${nutrients})
          and n.since <= ${day} and n.until > ${day}) as values
    from ingredient i
    join stock s on s.client_id = i.client_id and s.id = i.stock_id
    join farm f on f.client_id = i.client_id and f.id = ${farm}
    where i.client_id = ${client} and i.id = any(${ids}) and not i.deleted
      and (i.farm_id = f.id or (s.farm_id is null and s.company_id = f.company_id))`.execute(db);
  return rows;
}

export async function findNutrients({ db, client }: Reading, ids: number[]): Promise<StoredNutrient[]> {
  const { rows } = await sql<StoredNutrient>`
    select id, name, unit, per from nutrient where client_id = ${client} and id = any(${ids}) and not deleted`.execute(db);
  return rows;
}

/** True for a feed whose price nobody entered: an unknown price isn't 0. */
export const lacksPrice = ({ price, water }: StoredFeed): boolean => Number(price) === 0 && !water;

/** Nutrients of a limit that a feed lacks. Without dry matter, a feed contains none of a nutrient per dry matter. */
export const listMissing = (limit: Limit, feed: StoredFeed, nutrients: ReadonlyMap<number, StoredNutrient>): StoredNutrient[] =>
  listNutrientIds(limit).flatMap(({ id }) => {
    const nutrient = nutrients.get(id);
    if (!nutrient || id in feed.values || (nutrient.per === 'dry' && Number(feed.dry_matter) === 0)) return [];
    return [nutrient];
  });

export const toProblemFeed = ({ id, dry_matter, price, values }: StoredFeed, given?: Partial<OptimiseFeed>): RationFeed => ({
  ingredient: id,
  price: (given?.price ?? null) === null ? price : String(given?.price),
  min: String(given?.min ?? 0),
  max: (given?.max ?? null) === null ? null : String(given?.max),
  dryMatter: dry_matter,
  values,
});
