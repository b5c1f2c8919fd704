import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { INVITATION_DAYS, type SignInLink } from '#contract/admin/sign-in-links.ts';
import { SET_PASSWORD_PAGE } from '#contract/reports/file-link.ts';
import { forgetAttempts } from '#server/admin/people/sign-in-limits.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { secretHash } from '#server/platform/auth/access-key.ts';
import { demandGoodPassword, readPasswordLength } from '#server/platform/auth/password-rules.ts';
import { AWAITS_PASSWORD, hashPassword } from '#server/platform/auth/passwords.ts';
import type { PublicContext, Services } from '#server/platform/context.ts';
import { conflict, notFound } from '#server/platform/errors.ts';
import { countAttempt, countedFrom, type Policy } from '#server/platform/limiter.ts';
import { recordActivity } from '#server/platform/resource/history.ts';
import { transact } from '#server/platform/transact.ts';

type Kind = SignInLink['kind'];

const HOUR = 3_600_000;
/** Lifetime of a link in ms. Strangers can ask for a reset, so its mail is valid for a shorter time. */
const LIFETIMES: Record<Kind, number> = { invitation: INVITATION_DAYS * 24 * HOUR, reset: 24 * HOUR };

/** Opened links of one network per minute. */
const BY_ADDRESS: Policy = { free: 60, window: 60 };

interface NewLink {
  secret: string;
  expiresAt: Date;
}

/** Stores a new link of an account and returns its secret. An invitation replaces the account's earlier invitation. */
export async function createLink(tx: Tx | Db, now: Date, account: { id: number }, kind: Kind): Promise<NewLink> {
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + LIFETIMES[kind]);
  if (kind === 'invitation')
    await sql`delete from sign_in_link where account_id = ${account.id} and kind = 'invitation' and used_at is null`.execute(tx);
  await sql`
    insert into sign_in_link (account_id, kind, secret_hash, email, token_version, created_at, expires_at)
    select id, ${kind}, ${secretHash(secret)}, lower(email), token_version, ${now.toISOString()}, ${expiresAt.toISOString()}
    from account where id = ${account.id}`.execute(tx);
  return { secret, expiresAt };
}

/** The page's address. The secret follows `#`, so that no server's log and no other site receives it. */
export const buildLinkUrl = ({ publicUrl }: Pick<Services, 'publicUrl'>, secret: string): string =>
  `${publicUrl}${SET_PASSWORD_PAGE}#${secret}`;

interface Found extends Omit<SignInLink, 'password_length' | 'state'> {
  id: number;
  account: number;
  client: number | null;
  token_version: number;
  used: boolean;
  expired: boolean;
  locked: boolean;
}

/** The link of the secret; 404 for an unknown or revoked one. */
async function findLink(db: Db, now: Date, secret: string): Promise<Found> {
  const { rows } = await sql<Found>`
    select l.id, l.kind, l.account_id as account, a.client_id as client, l.token_version, a.email, a.language,
           trim(a.first_name || ' ' || a.last_name) as name, coalesce(c.company_name, '') as company_name,
           l.used_at is not null as used, l.expires_at <= ${now.toISOString()}::timestamptz as expired,
           (a.locked and a.password_hash <> ${AWAITS_PASSWORD}) or coalesce(c.locked, false) as locked
    from sign_in_link l join account a on a.id = l.account_id left join client c on c.id = a.client_id
    where l.secret_hash = ${secretHash(secret)} and not a.deleted and a.erased_at is null
      and (l.used_at is not null or (lower(a.email) = l.email and a.token_version = l.token_version))`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return row;
}

const getState = ({ used, expired, locked }: Found): SignInLink['state'] =>
  used ? 'used' : expired ? 'expired' : locked ? 'locked' : 'open';

/** The link's person and state; 404 for an unknown or revoked one. Reading changes nothing, because mail programs open links. */
export async function readLink({ services, ip }: PublicContext, secret: string): Promise<SignInLink> {
  await countAttempt(services, countedFrom('sign-in link', ip, BY_ADDRESS));
  const db = services.database.acrossClients();
  const link = await findLink(db, services.now(), secret);
  const { kind, name, email, company_name, language } = link;
  return { kind, state: getState(link), name, email, company_name, language, password_length: await readPasswordLength(db) };
}

/**
 * Sets the person's password and ends all earlier sign-ins and links of the account. 404 for an unknown or revoked link, 409 for a used,
 * expired or locked one.
 */
export async function useLink({ services, ip }: PublicContext, secret: string, password: string): Promise<void> {
  await countAttempt(services, countedFrom('sign-in link', ip, BY_ADDRESS));
  const db = services.database.acrossClients();
  const link = await findLink(db, services.now(), secret);
  if (link.locked) throw conflict('account_locked');
  if (getState(link) !== 'open') throw conflict('illegal_status');
  const owner = await db.selectFrom('account').selectAll().where('id', '=', link.account).executeTakeFirstOrThrow();
  await demandGoodPassword(db, password, owner);
  const passwordHash = await hashPassword(password);
  await transact(db, async (tx) => {
    const used = await sql`
      update sign_in_link set used_at = ${services.now().toISOString()} where id = ${link.id} and used_at is null returning id`.execute(tx);
    const changed = await tx
      .updateTable('account')
      .set((row) => ({
        password_hash: passwordHash,
        must_change_password: false,
        // An account that never had a password was locked for that reason only.
        ...(owner.password_hash === AWAITS_PASSWORD ? { locked: false } : {}),
        token_version: row('token_version', '+', 1),
        version: row('version', '+', 1),
      }))
      .where('id', '=', link.account)
      .where('token_version', '=', link.token_version)
      .returning('id')
      .executeTakeFirst();
    if (used.rows.length === 0 || !changed) throw conflict('illegal_status');
    await forgetAttempts(tx, link.account, [owner.email, owner.phone].filter(Boolean));
    const author = { id: link.account, name: link.name || link.email, ip, client: link.client };
    await recordActivity(tx, author, 'password', 'me', link.account);
  });
  services.principals.forget();
}
