import { sql } from 'kysely';
import type { Services } from '#server/platform/context.ts';
import type { Job } from '#server/platform/jobs.ts';
import { rebuildDays } from '#server/reports/sql/rebuild-days.ts';

interface Due {
  client: number;
  farms: number[];
  from: string;
  to: string;
}

/** Rebuilds the roll-ups of feedings and shares for all stale days, one month of a client at a time, the latest first. */
export async function rollUpDueDays({ database, log, now }: Pick<Services, 'database' | 'log' | 'now'>): Promise<void> {
  const { rows } = await sql<Due>`
    select client_id as client, array_agg(distinct farm_id) as farms, min(day) as from, max(day) as to
    from feeding_day_due group by client_id, month_of(day) order by client_id, month_of(day) desc`.execute(database.acrossClients());
  for (const { client, farms, from, to } of rows) {
    try {
      await database
        .forClient(client)
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          // The same planner setting as for reports.
          await sql`set local enable_nestloop = off`.execute(tx);
          await rebuildDays({ client, db: tx, farmIds: farms, from, to, now: now().toISOString() });
        });
    } catch (error) {
      // Until the next run, reports read the facts.
      log.error({ client, from, error: String(error) }, 'days could not be rolled up');
    }
  }
}

/** A changed day is read from the roll-ups again within a minute. */
export const dayRollUps: Job = { name: 'roll up days', pattern: '45 * * * * *', atStart: true, run: rollUpDueDays };
