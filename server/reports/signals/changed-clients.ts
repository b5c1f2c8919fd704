import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { LAST_SUCCESSES } from '#server/db/last-success.ts';
import type { Services } from '#server/platform/context.ts';

/** Overlap in ms. A change is recorded as of its start and a success as of its end, so the time in between is scanned again. */
const OVERLAP_MS = 15 * 60_000;

/** When a job was done last; undefined: never. */
export async function lastSuccessOf(db: Db, job: string): Promise<Date | undefined> {
  const { rows } = await LAST_SUCCESSES.execute(db);
  const last = rows.find(({ work }) => work === `job ${job}`);
  return last && new Date(last.at * 1000);
}

/**
 * The clients whose state may differ since `job` last succeeded: a row changed, a farm's day began, or the hour of a feeding passed. In a
 * thousand quiet clients these are only a few.
 */
export async function changedClients({ database, now }: Services, job: string): Promise<number[]> {
  const db = database.acrossClients();
  const last = await lastSuccessOf(db, job);
  const since = new Date(last ? last.getTime() - OVERLAP_MS : 0).toISOString();
  const at = now().toISOString();
  const wall = (moment: string) => sql`(${moment}::timestamptz at time zone f.timezone)`;
  const { rows } = await sql<{ id: number }>`
    select c.id from client c where not c.locked and (
      (select a.at from activity a where a.client_id = c.id order by a.id desc limit 1) >= ${since}::timestamptz
      or exists (select from farm f where f.client_id = c.id and (
        ${wall(since)}::date < ${wall(at)}::date
        or exists (select from loading l where l.client_id = f.client_id and l.farm_id = f.id and l.planned_on = ${wall(at)}::date
          and l.start_time >= ${wall(since)}::time and l.start_time <= ${wall(at)}::time)
      ))
    ) order by c.id`.execute(db);
  return rows.map(({ id }) => id);
}
