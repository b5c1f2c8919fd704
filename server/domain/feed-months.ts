import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { Change } from '#server/platform/resource/table.ts';
import { findClosedMonths, monthClosed } from './closed-months.ts';

interface FeedDay {
  ingredient: number;
  day: string;
  refuse: Change['refuse'];
}

/** 409 at `field` if a farm that may use the feed has closed the month of that day. */
export async function demandOpenForFeeds(tx: Tx, client: number, wanted: readonly FeedDay[], field: string): Promise<void> {
  if (wanted.length === 0) return;
  const { rows } = await sql<{ ingredient: number; farm: number }>`
    select i.id as ingredient, f.id as farm
    from ingredient i
    join stock s on s.client_id = i.client_id and s.id = i.stock_id
    join farm f on f.client_id = i.client_id and (f.id = i.farm_id or (s.farm_id is null and f.company_id = s.company_id))
    where i.client_id = ${client} and i.id = any(${wanted.map(({ ingredient }) => ingredient)})`.execute(tx);
  const farmsByFeed = groupBy(rows, ({ ingredient }) => ingredient);
  const days = wanted.flatMap(({ ingredient, day }) => (farmsByFeed.get(ingredient) ?? []).map(({ farm }) => ({ farm, day })));
  const isClosed = await findClosedMonths(tx, client, days);
  for (const { ingredient, day, refuse } of wanted) {
    if ((farmsByFeed.get(ingredient) ?? []).some(({ farm }) => isClosed(farm, day))) refuse(monthClosed(day, field));
  }
}
