import { sql } from 'kysely';
import type { Services } from '#server/platform/context.ts';
import type { Job } from '#server/platform/jobs.ts';
import { transact } from '#server/platform/transact.ts';
import { autoLoadDue } from './feedings/auto-load.ts';
import { passOnAll } from './feedings/pass-refed-on.ts';
import { materialise } from './periods/materialise.ts';
import { webhookJobs } from './webhooks/jobs.ts';

/** Makes the days ahead of every farm that has an active period. */
export async function materialiseAll(services: Services): Promise<void> {
  const { rows } = await sql<{ client: number; farm: number }>`
    select distinct client_id as client, farm_id as farm from period where active and not deleted order by 1, 2`.execute(
    services.database.acrossClients(),
  );
  for (const { client, farm } of rows) {
    try {
      await transact(services.database.forClient(client), (tx) => materialise(tx, client, farm, services.now()));
    } catch (error) {
      // One farm's trouble isn't the others'; the next turn tries again.
      services.log.error({ client, farm, error: String(error) }, 'days ahead could not be made');
    }
  }
}

/** The plan's work by the clock: days ahead, and refusals that nobody fed, each hour, so that each farm's midnight is met; auto load each minute. */
export const feedingJobs: Job[] = [
  { name: 'materialise', pattern: '0 2 * * * *', atStart: true, run: materialiseAll },
  { name: 'refusals', pattern: '0 3 * * * *', atStart: true, run: passOnAll },
  { name: 'auto load', pattern: '30 * * * * *', atStart: true, run: autoLoadDue },
  ...webhookJobs,
];
