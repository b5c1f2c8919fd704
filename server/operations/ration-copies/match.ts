import { sql } from 'kysely';
import { toNameKey } from '#common/files/incoming/keys.ts';
import type { CopyPart } from '#contract/operations/ration-copies.ts';
import type { RationItemRow } from '#contract/operations/ration-items.ts';
import type { Db } from '#server/db/database.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';

/** A feed that a farm may use. */
export interface Feed {
  id: number;
  name: string;
  item_number: string;
}

/** The ration that is copied, with its feeds in the order of its parts. */
export interface Source {
  client: number;
  ration: AnyRow;
  /** The reason of the copy, for the history. */
  reason: string;
  feeds: readonly Feed[];
}

/** The feeds that a farm may use, its own before those of stocks that its company shares. */
export async function readUsableFeeds(db: Db, client: number, farm: number): Promise<Feed[]> {
  const { rows } = await sql<Feed>`
    select i.id, i.name, i.item_number
    from ingredient i
    join stock s on s.client_id = i.client_id and s.id = i.stock_id
    join farm f on f.client_id = i.client_id and f.id = ${farm}
    where i.client_id = ${client} and not i.deleted
      and (i.farm_id = f.id or (s.farm_id is null and s.company_id = f.company_id))
    order by i.farm_id <> f.id, i.name, i.id`.execute(db);
  return rows;
}

/** The feeds of a ration's parts, deleted ones too. */
export async function readSourceFeeds(db: Db, client: number, { items }: AnyRow): Promise<Feed[]> {
  const ids = (items as RationItemRow[]).map(({ ingredient }) => ingredient);
  const { rows } = await sql<Feed>`
    select i.id, i.name, i.item_number from unnest(${ids}::bigint[]) with ordinality as part (id, position)
    join ingredient i on i.client_id = ${client} and i.id = part.id order by part.position`.execute(db);
  return rows;
}

/** The only feed with the key. Undefined without one, or if several have it. */
function findOnly(feeds: readonly Feed[], toKey: (feed: Feed) => string, key: string): Feed | undefined {
  const found = key === '' ? [] : feeds.filter((feed) => toKey(feed) === key);
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Matches the source's feeds with those of a farm: by choice, by the key of the name, then by the item number. Farms may number their feeds
 * on their own, so a name is stronger than a number. Numbers of two clients belong to different books and aren't compared.
 */
export function matchParts(
  source: Source,
  { client, feeds }: { client: number; feeds: readonly Feed[] },
  choices: ReadonlyMap<number, number | null>,
): CopyPart[] {
  const toPart = ({ id, name }: Feed, match: CopyPart['match'], use?: Pick<Feed, 'id' | 'name'>): CopyPart => ({
    ingredient: id,
    ingredient_name: name,
    match,
    use: use?.id ?? null,
    use_name: use?.name ?? null,
  });
  return source.feeds.map((part) => {
    const choice = choices.get(part.id);
    if (choice === null) return toPart(part, 'left_out');
    if (choice !== undefined) return toPart(part, 'chosen', feeds.find(({ id }) => id === choice) ?? { id: choice, name: '' });
    const same = client === source.client ? feeds.find(({ id }) => id === part.id) : undefined;
    const key = toNameKey(part.name);
    const byName = same ?? feeds.find((feed) => toNameKey(feed.name) === key);
    if (byName) return toPart(part, 'name', byName);
    const byNumber = client === source.client ? findOnly(feeds, (feed) => feed.item_number, part.item_number) : undefined;
    return byNumber ? toPart(part, 'number', byNumber) : toPart(part, 'none');
  });
}
