import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Claims } from '#server/platform/auth/tokens.ts';
import type { PublicContext } from '#server/platform/context.ts';

const AGENT_LENGTH = 300;
/** Max seconds of an impersonated session. */
export const VIEW_SECONDS = 3600;

/** Opens a session of the account, or of the `viewer` (claims of the own sign-in) who impersonates the account. Returns the token. */
export async function openSession(
  { services, ip, header }: PublicContext,
  account: { id: number; token_version: number },
  viewer: Claims | null = null,
): Promise<string> {
  const id = randomUUID();
  const agent = (header('user-agent') ?? '').slice(0, AGENT_LENGTH);
  const { rows } = await sql<{
    own: boolean;
  }>`insert into session (id, account_id, viewer_id, viewer_session, viewer_token_version, created_at, seen_at, ip, agent)
    values (${id}, ${account.id}, ${viewer?.sub ?? null}::bigint, ${viewer?.sid ?? null}::text, ${viewer?.tv ?? null}::integer, ${services.now()}, ${services.now()}, ${ip}, ${agent})
    returning exists (select 1 from account where id = ${account.id} and client_id is not null) as own`.execute(
    services.database.acrossClients(),
  );
  return services.tokens.issue(
    { account: account.id, tokenVersion: account.token_version, session: id, own: rows[0]?.own ?? false },
    viewer === null ? {} : { lifetime: VIEW_SECONDS },
  );
}

/** Records that the session is in use. */
export const noteSeen = (db: Db, claims: Claims, now: Date) =>
  sql`update session set seen_at = ${now} where id = ${claims.sid}`.execute(db);

/** Ends the account's sessions: one by name, or all. Returns their number. */
export async function endSessions(db: Db, account: number, session?: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update session set ended_at = now()
    where account_id = ${account} and ended_at is null and viewer_id is null ${session === undefined ? sql`` : sql`and id = ${session}`}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Ends the account's sessions except the named one. */
export async function endOtherSessions(db: Db, account: number, kept: string): Promise<void> {
  await sql`update session set ended_at = now() where account_id = ${account} and ended_at is null and viewer_id is null and id <> ${kept}`.execute(
    db,
  );
}
