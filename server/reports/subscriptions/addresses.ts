import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Language } from '#contract/kinds.ts';
import { MAIL_CONSENT_PAGE } from '#contract/reports/file-link.ts';
import type { MailConsent } from '#contract/reports/subscriptions.ts';
import type { Tx } from '#server/db/database.ts';
import { type ClientContext, type PublicContext, type Services, transact } from '#server/platform/context.ts';
import { ApiError, fieldError, notFound } from '#server/platform/errors.ts';
import { countAttempt, type Policy } from '#server/platform/limiter.ts';
import { notify } from '#server/platform/runtime/events.ts';
import { demandFromDay } from './daily-bound.ts';

interface Address {
  client: number;
  id: number;
  email: string;
}

/** Asks the owners of those that nobody was asked about yet, and none a second time: what was said, or not said, stays whoever names the address again. */
export async function askNew(
  tx: Tx,
  { client, services }: ClientContext,
  recipients: readonly string[],
  language: Language,
): Promise<void> {
  const now = services.now().toISOString();
  await sql`
    insert into mail_address (client_id, email, language)
    select ${client}, email, ${language} from unnest(${recipients}::text[]) email order by email
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select id from mail_address
    where client_id = ${client} and email = any(${recipients}::text[]) and state = 'waiting' and requested_at is null
    order by email for update`.execute(tx);
  await demandFromDay(tx, services, client, 'requests', rows.length, 'recipients');
  await sql`
    update mail_address set requested_at = ${now}, next_attempt_at = ${now}, language = ${language}
    where client_id = ${client} and id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
}

const DAY_SECONDS = 86_400;

/** Asks once more, on somebody's wish, once a day at most; nothing where the owner has answered. */
export async function askAgain(tx: Tx, { client, services }: ClientContext, email: string, language: Language): Promise<void> {
  const now = services.now().toISOString();
  await sql`insert into mail_address (client_id, email, language) values (${client}, ${email}, ${language}) on conflict do nothing`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number; state: MailConsent['state']; wait: number | null }>`
    select id, state, ceil(extract(epoch from requested_at - ${now}::timestamptz) + ${DAY_SECONDS})::integer as wait
    from mail_address where client_id = ${client} and email = ${email} for update`.execute(tx);
  const [address] = rows;
  if (address?.state !== 'waiting') return;
  if (address.wait !== null && address.wait > 0) {
    throw new ApiError(429, { email: [fieldError('too_many_attempts', { limit: address.wait })] });
  }
  await demandFromDay(tx, services, client, 'requests', 1, 'email');
  await sql`
    update mail_address set requested_at = ${now}, next_attempt_at = ${now}, attempts = 0, error = '', language = ${language}
    where client_id = ${client} and id = ${address.id}`.execute(tx);
}

/** Follows from the installation's key: the link of every mail to an address is the same, and is kept nowhere. */
const sealOf = (key: string, { client, id, email }: Address) =>
  createHmac('sha256', key).update(`the owner of an address\n${client}\n${id}\n${email}`).digest('base64url');

export const consentUrl = ({ publicUrl, secret }: Pick<Services, 'publicUrl' | 'secret'>, address: Address): string =>
  `${publicUrl}${MAIL_CONSENT_PAGE}/${address.client}-${address.id}-${sealOf(secret, address)}`;

const BY_ADDRESS: Policy = { free: 60, window: 60 };

type Found = MailConsent & Address;

/** The address whose secret it is; 404 when it is nobody's, or the client is locked. */
async function addressOf({ services, ip }: PublicContext, secret: string): Promise<Found> {
  await countAttempt(services, [{ key: `mail consent from ${ip}`, policy: BY_ADDRESS }]);
  const [, client, id, seal] = /^(\d{1,10})-(\d{1,10})-([\w-]{43})$/.exec(secret) ?? [];
  if (!seal) throw notFound();
  const { rows } = await sql<Found>`
    select m.client_id as client, m.id, m.email, m.language, m.state, c.company_name as client_name
    from mail_address m join client c on c.id = m.client_id
    where m.client_id = ${Number(client)}::bigint and m.id = ${Number(id)}::bigint and not c.locked`.execute(
    services.database.acrossClients(),
  );
  const [address] = rows;
  if (!address || !timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(services.secret, address)))) throw notFound();
  return address;
}

const told = ({ client_name, email, language, state }: Found): MailConsent => ({ client_name, email, language, state });

/** What the link's page shows; looking changes nothing, for programs that read mail open links. */
export const lookAt = async (context: PublicContext, secret: string): Promise<MailConsent> => told(await addressOf(context, secret));

/** The owner's word, which may change: what was held goes out, or nothing more does. */
export async function answerFor(context: PublicContext, secret: string, wanted: boolean): Promise<MailConsent> {
  const address = await addressOf(context, secret);
  const { client, id, email } = address;
  const { database, now } = context.services;
  const at = now().toISOString();
  const state = wanted ? 'confirmed' : 'declined';
  await transact(database.forClient(client), async (tx) => {
    // The lock that those who put into the outbox share: what they held is seen below.
    const { rows } = await sql`
      update mail_address set state = ${state}, answered_at = ${at}, next_attempt_at = null, error = ''
      where client_id = ${client} and id = ${id} returning id`.execute(tx);
    if (rows.length === 0) throw notFound();
    await (wanted
      ? sql`
        update report_sending set state = 'waiting', next_attempt_at = ${at}
        where client_id = ${client} and recipient = ${email} and state = 'held'`
      : sql`
        update report_sending set state = 'failed', error = 'declined'
        where client_id = ${client} and recipient = ${email} and state in ('held', 'waiting')`
    ).execute(tx);
    const { rows: named } = await sql<{ id: number }>`
      select id from report_subscription where client_id = ${client} and ${email} = any(recipients)`.execute(tx);
    await notify(
      tx,
      client,
      'subscriptions',
      named.map((row) => row.id),
    );
  });
  return told({ ...address, state });
}
