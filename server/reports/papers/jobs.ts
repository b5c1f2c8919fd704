import { sql } from 'kysely';
import type { Services } from '#server/platform/context.ts';
import type { Job } from '#server/platform/jobs.ts';
import { notify } from '#server/platform/runtime/events.ts';
import { issuePapers } from './issue.ts';
import { lockMonths } from './lock.ts';
import { addWording } from './wording.ts';

interface Unissued {
  client: number;
  farm: number;
  month: string;
}

/**
 * Issues the papers of months that were closed before papers were stored, with current data, one month per transaction. Months with papers
 * are skipped, so that the job resumes after a stop.
 */
export async function issueMissingPapers({ database, log, now }: Pick<Services, 'database' | 'log' | 'now'>): Promise<void> {
  const { rows } = await sql<Unissued>`
    select client_id as client, farm_id as farm, to_char(month, 'YYYY-MM') as month from month_close
    where not papers_issued order by month desc, client_id, farm_id`.execute(database.acrossClients());
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

/** Gives papers that an earlier release issued the wording of this one, a paper in each transaction. A stopped job continues where it ended. */
export async function addMissingWordings({ database, log }: Pick<Services, 'database' | 'log'>): Promise<void> {
  const { rows } = await sql<{ client: number; id: number }>`
    select client_id as client, id from month_paper
    where not has_wording order by client_id, id`.execute(database.acrossClients());
  for (const { client, id } of rows) {
    try {
      await database
        .forClient(client)
        .transaction()
        .execute(async (tx) => {
          await addWording(tx, client, id);
          await notify(tx, client, 'papers', [id]);
        });
    } catch (error) {
      // The next turn tries again.
      log.error({ client, paper: id, error: String(error) }, 'failed to add the wording of a paper');
    }
  }
}

export const paperJobs: Job[] = [
  { name: 'issue missing papers', pattern: '20 7 * * * *', atStart: true, run: issueMissingPapers },
  { name: 'add missing wordings', pattern: '40 7 * * * *', atStart: true, run: addMissingWordings },
];
