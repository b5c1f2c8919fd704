import { sql } from 'kysely';
import type { Language } from '#contract/kinds.ts';
import type { MailConsent } from '#contract/reports/mail-consent.ts';
import type { Tx } from '#server/db/database.ts';
import type { Services } from '#server/platform/context.ts';
import { ApiError, fieldError } from '#server/platform/errors.ts';
import { demandFromDay } from './daily-bound.ts';
import { type Owner, TABLES } from './owner.ts';

/**
 * Requests consent from the owners of new addresses, once per address: an answer, or a missing answer, stays valid if the address is named
 * again.
 */
export async function askNew(tx: Tx, services: Services, owner: Owner, recipients: readonly string[], language: Language): Promise<void> {
  const now = services.now().toISOString();
  const { addresses, key } = TABLES[owner.kind];
  await sql`
    insert into ${addresses} (${key}, email, language)
    select ${owner.id}::bigint, email, ${language} from unnest(${recipients}::text[]) email order by email
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select id from ${addresses}
    where ${key} = ${owner.id} and email = any(${recipients}::text[]) and state = 'waiting' and requested_at is null
    order by email for update`.execute(tx);
  await demandFromDay(tx, services, owner, 'requests', rows.length, 'recipients');
  await sql`
    update ${addresses} set requested_at = ${now}, next_attempt_at = ${now}, language = ${language}
    where ${key} = ${owner.id} and id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
}

const DAY_SECONDS = 86_400;

/** Asks once more, on somebody's wish, once a day at most; nothing where the owner has answered. */
export async function askAgain(tx: Tx, services: Services, owner: Owner, email: string, language: Language): Promise<void> {
  const now = services.now().toISOString();
  const { addresses, key } = TABLES[owner.kind];
  await sql`insert into ${addresses} (${key}, email, language) values (${owner.id}, ${email}, ${language}) on conflict do nothing`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number; state: MailConsent['state']; wait: number | null }>`
    select id, state, ceil(extract(epoch from requested_at - ${now}::timestamptz) + ${DAY_SECONDS})::integer as wait
    from ${addresses} where ${key} = ${owner.id} and email = ${email} for update`.execute(tx);
  const [address] = rows;
  if (address?.state !== 'waiting') return;
  if (address.wait !== null && address.wait > 0) {
    throw new ApiError(429, { email: [fieldError('too_many_attempts', { limit: address.wait })] });
  }
  await demandFromDay(tx, services, owner, 'requests', 1, 'email');
  await sql`
    update ${addresses} set requested_at = ${now}, next_attempt_at = ${now}, attempts = 0, error = '', language = ${language}
    where ${key} = ${owner.id} and id = ${address.id}`.execute(tx);
}
