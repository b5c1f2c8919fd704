import { sql } from 'kysely';
import type { Services } from '../core/context.ts';
import type { Job } from '../core/jobs.ts';

/** Sign-ins that can't be renewed any more, and failures that slow nobody down any more. */
export async function sweepSignIns({ database }: Services): Promise<void> {
  const db = database.acrossClients();
  await sql`delete from session where created_at < now() - interval '31 days'`.execute(db);
  await sql`delete from sign_in_failure where at < now() - interval '1 day'`.execute(db);
}

export const adminJobs: Job[] = [{ name: 'sweep sign-ins', pattern: '0 17 3 * * *', atStart: false, run: sweepSignIns }];
