import { sql } from 'kysely';
import { livesHereBy } from '#server/platform/cells/lives-here.ts';
import type { Services } from '#server/platform/context.ts';
import type { Job } from '#server/platform/jobs.ts';
import { notify } from '#server/platform/runtime/events.ts';
import { issuePapers } from './issue.ts';
import { lockMonths } from './lock.ts';

interface Unissued {
  client: number;
  farm: number;
  month: string;
}

/**
 * Issues the papers of months that were closed before papers were kept, as of now, a month in each transaction. A month that has them is left
 * alone, so that the work goes on where a stopped server left it.
 */
export async function issueMissingPapers({ database, log, now }: Pick<Services, 'database' | 'log' | 'now'>): Promise<void> {
  const { rows } = await sql<Unissued>`
    select client_id as client, farm_id as farm, to_char(month, 'YYYY-MM') as month from month_close
    where not papers_issued and ${livesHereBy(sql.ref('client_id'))} order by month desc, client_id, farm_id`.execute(
    database.acrossClients(),
  );
  for (const { client, farm, month } of rows) {
    try {
      await database
        .forClient(client)
        .transaction()
        .execute(async (tx) => {
          await lockMonths(tx, farm);
          const { rows: waiting } = await sql`
            select from month_close
            where client_id = ${client} and farm_id = ${farm} and month = ${`${month}-01`}::date and not papers_issued`.execute(tx);
          if (waiting.length === 0) return;
          await issuePapers(tx, client, farm, month, { at: now(), by: null, reason: '' });
          await notify(tx, client, 'papers', []);
        });
    } catch (error) {
      // The next turn tries again.
      log.error({ client, farm, month, error: String(error) }, 'failed to issue the papers of a closed month');
    }
  }
}

export const paperJobs: Job[] = [{ name: 'issue missing papers', pattern: '20 7 * * * *', atStart: true, run: issueMissingPapers }];
