import { sql } from 'kysely';
import type { Services } from '#server/platform/context.ts';
import type { Job } from '#server/platform/jobs.ts';
import { sweepAttempts } from '#server/platform/limiter.ts';

/** Deletes sign-ins that can't be renewed, and counts that make nobody wait. */
export async function sweepSignIns({ database }: Services): Promise<void> {
  const db = database.acrossClients();
  await sql`delete from session where created_at < now() - interval '31 days'`.execute(db);
  await sweepAttempts(db);
}

export const adminJobs: Job[] = [{ name: 'sweep sign-ins', pattern: '0 17 3 * * *', atStart: false, run: sweepSignIns }];
