import { sql } from 'kysely';
import type { Services } from '#server/platform/context.ts';
import { sweepIdempotencyKeys } from '#server/platform/http/idempotency.ts';
import type { Job } from '#server/platform/jobs.ts';
import { sweepAttempts } from '#server/platform/limiter.ts';

/** Deletes sign-ins that can't be renewed, links that expired a month ago, counts that make nobody wait, and answers that aren't repeated. */
export async function sweepSignIns({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const db = database.acrossClients();
  await sql`delete from session where created_at < now() - interval '31 days'`.execute(db);
  await sql`delete from sign_in_link where expires_at < now() - interval '31 days'`.execute(db);
  await sweepAttempts(db);
  await sweepIdempotencyKeys({ database, now });
}

export const adminJobs: Job[] = [{ name: 'sweep sign-ins', pattern: '0 17 3 * * *', atStart: false, run: sweepSignIns }];
