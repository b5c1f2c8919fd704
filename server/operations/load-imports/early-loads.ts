import { addDays } from '#contract/days.ts';
import type { Tx } from '#server/db/database.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import { FAR_BEFORE_DAYS, findFirstEntries } from '#server/platform/resource/import/early-days.ts';
import type { Load } from './read.ts';

export interface EarlyLoad {
  row: string;
  day: string;
  /** The day of the next load or entry of the farm. */
  next: string;
}

/**
 * Returns the loads on days far before all others: before a gap of more than a year between loads, or between loads and the farm's first
 * entry. Years of continuous loads before the first entry are usual.
 */
export async function findEarlyLoads(tx: Tx, client: number, loads: readonly Load[]): Promise<EarlyLoad[]> {
  const byFarm = groupBy(loads, ({ place }) => place.id);
  const firstEntries = await findFirstEntries(tx, client, [...byFarm.keys()]);
  return [...byFarm].flatMap(([farm, own]) => listBeforeGap(own, firstEntries.get(farm)?.first));
}

function listBeforeGap(loads: readonly Load[], firstEntry: string | undefined): EarlyLoad[] {
  const falling = loads.toSorted((a, b) => (a.day < b.day ? 1 : -1));
  let next = firstEntry ?? falling[0]?.day ?? '';
  for (const [at, { day }] of falling.entries()) {
    if (day < addDays(next, -FAR_BEFORE_DAYS)) {
      const from = next;
      return falling.slice(at).map((load) => ({ row: load.row, day: load.day, next: from }));
    }
    if (day < next) next = day;
  }
  return [];
}
