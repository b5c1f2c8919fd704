import { sql } from 'kysely';
import { livesHereBy } from '#server/platform/cells/lives-here.ts';
import type { Services } from '#server/platform/context.ts';
import type { Job } from '#server/platform/jobs.ts';
import { makeDaysAnew } from '#server/reports/sql/days-anew.ts';

interface Due {
  client: number;
  farms: number[];
  from: string;
  to: string;
}

/** Makes the roll-ups of feedings and shares of all days that are due anew, a client's month at a time, the latest first. */
export async function rollUpDueDays({ database, log, now }: Pick<Services, 'database' | 'log' | 'now'>): Promise<void> {
  const { rows } = await sql<Due>`
    select client_id as client, array_agg(distinct farm_id) as farms, min(day) as from, max(day) as to
    from feeding_day_due where ${livesHereBy(sql.ref('client_id'))} group by client_id, month_of(day) order by client_id, month_of(day) desc`.execute(
    database.acrossClients(),
  );
  for (const { client, farms, from, to } of rows) {
    try {
      await database
        .forClient(client)
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          // As reports are planned.
          await sql`set local enable_nestloop = off`.execute(tx);
          await makeDaysAnew({ client, db: tx, farmIds: farms, from, to, now: now().toISOString() });
        });
    } catch (error) {
      // Until the next turn the reports read the facts.
      log.error({ client, from, error: String(error) }, 'days could not be rolled up');
    }
  }
}

/** Within a minute of a change its day is read from the roll-ups again. */
export const dayRollUps: Job = { name: 'roll up days', pattern: '45 * * * * *', atStart: true, run: rollUpDueDays };
