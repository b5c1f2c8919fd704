import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { jobSucceeded } from '#server/db/last-success.ts';
import type { Services } from '#server/platform/context.ts';
import type { Job } from '#server/platform/jobs.ts';
import { ofFarm, scopeOf } from '#server/reports/sql/client-scope.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { changedClients, lastSuccessOf } from './changed-clients.ts';
import { lookOverCharts } from './detect.ts';
import { lookOverState } from './state.ts';
import { type Watches, watchesOf } from './watches.ts';

type Look = (scope: ReportScope, watches: Watches) => Promise<void>;

/** One transaction with one snapshot: an interrupted scan leaves nothing behind. */
async function lookOver({ database, now }: Services, client: number, look: Look): Promise<void> {
  await database
    .forClient(client)
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx: Tx) => {
      // As reports are planned.
      await sql`set local enable_nestloop = off`.execute(tx);
      const scope = await scopeOf(tx, client, now());
      if (scope) await look(scope, await watchesOf(tx, client));
    });
}

/** Whether all went well. */
async function each(services: Services, clients: readonly number[], work: (client: number) => Promise<void>): Promise<boolean> {
  let succeeded = true;
  for (const client of clients) {
    try {
      await work(client);
    } catch (error) {
      // One client's trouble isn't the others'; the next turn tries again.
      succeeded = false;
      services.log.error({ client, error: String(error) }, 'signals could not be found');
    }
  }
  return succeeded;
}

/** Scans farms with stale charts one by one, and the current state of changed clients. */
export async function findSignals(services: Services): Promise<void> {
  const { rows } = await sql<{ client: number; farms: number[] }>`
    select d.client_id as client, array_agg(distinct d.farm_id) as farms
    from chart_day_due d join farm f on f.client_id = d.client_id and f.id = d.farm_id
    where (not d.settled or d.day < (${services.now().toISOString()}::timestamptz at time zone f.timezone)::date - 1)
    group by d.client_id order by d.client_id`.execute(services.database.acrossClients());
  const farmsOf = new Map(rows.map(({ client, farms }) => [client, farms]));
  await each(services, [...farmsOf.keys()], async (client) => {
    for (const farm of farmsOf.get(client) ?? [])
      await lookOver(services, client, (scope, watches) => lookOverCharts(ofFarm(scope, farm), watches));
    await lookOver(services, client, lookOverState);
  });
}

/** Finds faults that no weighing shows: stock that runs out, a morning without feedings, a service whose day has come. */
export const findWrong = async (services: Services): Promise<boolean> =>
  each(services, await changedClients(services, WRONG), (client) => lookOver(services, client, lookOverState));

/**
 * The name of the job record. It is written after all clients were scanned, so that a skipped client is scanned again even without changes.
 */
const WRONG = 'what is wrong';
const TRIED = 'what is wrong, tried';
/** Minimum time between scans in ms: a scan of many clients takes minutes. */
const QUARTER = 15 * 60_000;

/** One job for both, so that two scans of a client never run at once: each would report the same deviation as new. */
async function find(services: Services): Promise<void> {
  await findSignals(services);
  const db = services.database.acrossClients();
  const last = await lastSuccessOf(db, TRIED);
  if (last && services.now().getTime() - last.getTime() < QUARTER) return;
  if (await findWrong(services)) await jobSucceeded(WRONG).execute(db);
  await jobSucceeded(TRIED).execute(db);
}

/** After the roll-ups of the same minute. */
export const signalJobs: Job[] = [{ name: 'signals', pattern: '55 * * * * *', atStart: true, run: find }];
