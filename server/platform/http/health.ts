import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** Max wait in ms, because monitors wait no longer than a second. */
export const PROBE_TIMEOUT_MS = 900;

export type Health = 'ok' | 'standby' | 'database unreachable' | 'database too slow';

/** The database's state, within a second in every case. A standby counts as unusable, because it takes no writes. */
export async function databaseHealth(database: Database): Promise<Health> {
  const probe = sql<{ standby: boolean }>`select pg_is_in_recovery() as standby, (select count(*) from (select from setting limit 1) s)`
    .execute(database.acrossClients())
    .then(({ rows }): Health => (rows[0]?.standby ? 'standby' : 'ok'))
    .catch((): Health => 'database unreachable');
  const stop = new AbortController();
  const late = sleep(PROBE_TIMEOUT_MS, 'database too slow' as const, { signal: stop.signal }).catch(() => 'database too slow' as const);
  try {
    return await Promise.race([probe, late]);
  } finally {
    stop.abort();
  }
}
