import { sql } from 'kysely';
import { ApiError, fieldError } from '../../core/errors.ts';
import type { Db } from '../../db/database.ts';

const WINDOW_SECONDS = 15 * 60;
/** Failures in the window after which an account, or an address, has to wait. */
const MOST = { account: 8, address: 60 } as const;

type Kind = keyof typeof MOST;
const keyOf = (kind: Kind, value: string) => `${kind}:${value.toLowerCase()}`;

/** 429 with the seconds to wait, when too many sign-ins of the account or from the address have failed. */
export async function demandPatience(db: Db, login: string, address: string): Promise<void> {
  const { rows } = await sql<{ key: string; failures: number; wait: number }>`
    select key, count(*)::integer as failures,
           ceil(extract(epoch from min(at) + make_interval(secs => ${WINDOW_SECONDS}) - now()))::integer as wait
    from sign_in_failure
    where key in (${keyOf('account', login)}, ${keyOf('address', address)}) and at > now() - make_interval(secs => ${WINDOW_SECONDS})
    group by key`.execute(db);
  const over = rows.filter((row) => row.failures >= MOST[row.key.startsWith('account:') ? 'account' : 'address']);
  if (over.length > 0) {
    throw new ApiError(429, { detail: [fieldError('too_many_attempts', { limit: Math.max(1, ...over.map((row) => row.wait)) })] });
  }
}

export async function noteFailure(db: Db, login: string, address: string): Promise<void> {
  await sql`insert into sign_in_failure (key) values (${keyOf('account', login)}), (${keyOf('address', address)})`.execute(db);
}

export async function forgetFailures(db: Db, login: string): Promise<void> {
  await sql`delete from sign_in_failure where key = ${keyOf('account', login)}`.execute(db);
}
