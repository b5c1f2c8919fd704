import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { MAIL_CONSENT_PAGE } from '#contract/reports/file-link.ts';
import type { MailConsent } from '#contract/reports/mail-consent.ts';
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

/** The seal is derived from the installation's key: each mail to an address has the same link, and the link isn't stored. */
const sealAddress = (key: string, { owner, id, email }: Address) =>
  createHmac('sha256', key)
    .update(`the owner of an address${owner.kind === 'person' ? ' of a person' : ''}\n${owner.id}\n${id}\n${email}`)
    .digest('base64url');

export const consentUrl = ({ publicUrl, secret }: Pick<Services, 'publicUrl' | 'secret'>, address: Address): string =>
  `${publicUrl}${MAIL_CONSENT_PAGE}/${prefixOf(address.owner)}${address.owner.id}-${address.id}-${sealAddress(secret, address)}`;

const BY_ADDRESS: Policy = { free: 60, window: 60 };

type Found = MailConsent & Address;

/** The sender: the client's or the person's name. Locked senders are left out. */
export const SENDERS = {
  client: sql`select c.id, c.company_name as name from client c where not c.locked`,
  person: sql`
    select a.id, coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) as name
    from account a where not a.locked and not a.deleted`,
} as const;

/** The address whose secret it is; 404 when it is nobody's, or who sends is locked. */
async function findAddress({ services, ip }: PublicContext, secret: string): Promise<Found> {
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
  if (!address || !timingSafeEqual(Buffer.from(link.seal), Buffer.from(sealAddress(services.secret, address)))) throw notFound();
  return address;
}

const toConsent = ({ client_name, email, language, state }: Found): MailConsent => ({ client_name, email, language, state });

/** The content of the link's page. Reading changes nothing, because mail programs open links. */
export const lookAt = async (context: PublicContext, secret: string): Promise<MailConsent> => toConsent(await findAddress(context, secret));

/** Records the owner's answer, which may change: waiting mails are sent or dropped. */
export async function answerFor(context: PublicContext, secret: string, wanted: boolean): Promise<MailConsent> {
  const address = await findAddress(context, secret);
  const { owner, id, email } = address;
  const { addresses, key, sendings, subscriptions } = TABLES[owner.kind];
  const at = context.services.now().toISOString();
  const state = wanted ? 'confirmed' : 'declined';
  await transact(dbOf(context.services, owner), async (tx) => {
    // The same lock as in `putDue`, so that mails put there meanwhile are visible below.
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
  return toConsent({ ...address, state });
}
