import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { MAIL_CONSENT_PAGE } from '#contract/reports/file-link.ts';
import type { MailConsent } from '#contract/reports/mail-consent.ts';
import { livesHereBy } from '#server/platform/cells/lives-here.ts';
import type { PublicContext, Services } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors.ts';
import { countAttempt, countedFrom, type Policy } from '#server/platform/limiter.ts';
import { parseSealedLink } from '#server/platform/sealed-link.ts';
import { transact } from '#server/platform/transact.ts';
import { dbOf, notifyOwner, type Owner, prefixOf, TABLES } from './owner.ts';

interface Address {
  owner: Owner;
  id: number;
  email: string;
}

/** Follows from the installation's key: the link of every mail to an address is the same, and is kept nowhere. */
const sealOf = (key: string, { owner, id, email }: Address) =>
  createHmac('sha256', key)
    .update(`the owner of an address${owner.kind === 'person' ? ' of a person' : ''}\n${owner.id}\n${id}\n${email}`)
    .digest('base64url');

export const consentUrl = ({ publicUrl, secret }: Pick<Services, 'publicUrl' | 'secret'>, address: Address): string =>
  `${publicUrl}${MAIL_CONSENT_PAGE}/${prefixOf(address.owner)}${address.owner.id}-${address.id}-${sealOf(secret, address)}`;

const BY_ADDRESS: Policy = { free: 60, window: 60 };

type Found = MailConsent & Address;

/** Who sends: the client by its name, the person by theirs. Nobody who is locked. */
export const SENDERS = {
  client: sql`select c.id, c.company_name as name from client c where not c.locked and c.moving is null`,
  person: sql`
    select a.id, coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) as name
    from account a where not a.locked and not a.deleted and ${livesHereBy(sql.ref('a.client_id'))}`,
} as const;

/** The address whose secret it is; 404 when it is nobody's, or who sends is locked. */
async function addressOf({ services, ip }: PublicContext, secret: string): Promise<Found> {
  await countAttempt(services, countedFrom('mail consent', ip, BY_ADDRESS));
  const link = parseSealedLink(secret);
  if (!link) throw notFound();
  const owner = { kind: link.kind, id: link.owner };
  const { addresses, key } = TABLES[owner.kind];
  const { rows } = await sql<Omit<Found, 'owner'>>`
    select m.id, m.email, m.language, m.state, s.name as client_name
    from ${addresses} m join (${SENDERS[owner.kind]}) s on s.id = m.${key}
    where m.${key} = ${owner.id}::bigint and m.id = ${link.id}::bigint`.execute(services.database.acrossClients());
  const address = rows[0] && { ...rows[0], owner };
  if (!address || !timingSafeEqual(Buffer.from(link.seal), Buffer.from(sealOf(services.secret, address)))) throw notFound();
  return address;
}

const consentOf = ({ client_name, email, language, state }: Found): MailConsent => ({ client_name, email, language, state });

/** What the link's page shows; looking changes nothing, for programs that read mail open links. */
export const lookAt = async (context: PublicContext, secret: string): Promise<MailConsent> => consentOf(await addressOf(context, secret));

/** The owner's word, which may change: what was held goes out, or nothing more does. */
export async function answerFor(context: PublicContext, secret: string, wanted: boolean): Promise<MailConsent> {
  const address = await addressOf(context, secret);
  const { owner, id, email } = address;
  const { addresses, key, sendings, subscriptions } = TABLES[owner.kind];
  const at = context.services.now().toISOString();
  const state = wanted ? 'confirmed' : 'declined';
  await transact(dbOf(context.services, owner), async (tx) => {
    // The lock that those who put into the outbox share: what they held is seen below.
    const { rows } = await sql`
      update ${addresses} set state = ${state}, answered_at = ${at}, next_attempt_at = null, error = ''
      where ${key} = ${owner.id} and id = ${id} returning id`.execute(tx);
    if (rows.length === 0) throw notFound();
    await (wanted
      ? sql`
        update ${sendings} set state = 'waiting', next_attempt_at = ${at}
        where ${key} = ${owner.id} and recipient = ${email} and state = 'held'`
      : sql`
        update ${sendings} set state = 'failed', error = 'declined'
        where ${key} = ${owner.id} and recipient = ${email} and state in ('held', 'waiting')`
    ).execute(tx);
    const { rows: named } = await sql<{ id: number }>`
      select id from ${subscriptions} where ${key} = ${owner.id} and ${email} = any(recipients)`.execute(tx);
    await notifyOwner(
      tx,
      owner,
      named.map((row) => row.id),
    );
  });
  return consentOf({ ...address, state });
}
