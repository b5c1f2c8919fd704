import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Sending, SendingError } from '#contract/reports/sendings.ts';
import type { Services } from '#server/platform/context.ts';
import { ApiError } from '#server/platform/errors.ts';
import type { Mailer, MailFailure } from '#server/platform/runtime/mailer.ts';
import { transact } from '#server/platform/transact.ts';
import { stopReason } from './active-subscriptions.ts';
import { TooLarge } from './file.ts';
import { consentUrl } from './mail-consent.ts';
import { dbOf, notifyOwner, OWNER_KINDS, type Owner, prefixOf, TABLES } from './owner.ts';
import type { Packed, Packers, ParcelOf } from './parcel.ts';
import { after, LEASE_MS, MAX_ATTEMPTS, waitOf } from './patience.ts';

const KEPT_MS = 400 * 86_400_000;

interface Waiting extends ParcelOf, Pick<Sending, 'id' | 'recipient' | 'attempts'> {
  due_at: string;
  address: number | null;
}

/** Columns that only a client's outbox has. */
const PAPERS = { client: sql`s.papers, s.signals, s.asked_by`, person: sql`null as papers, null as signals, null as asked_by` } as const;

/** Takes the mails of one file, so that it is made once; none when nothing waits. */
async function takeWaiting(services: Services, kind: Owner['kind']): Promise<Waiting[]> {
  const now = services.now().toISOString();
  const { sendings, addresses, key } = TABLES[kind];
  const { rows } = await sql<Waiting>`
    with first as (
      select ${key} as owner, id, subscription_id, due_at from ${sendings} where state = 'waiting' and next_attempt_at <= ${now}
      order by next_attempt_at limit 1 for update skip locked
    ), taken as (
      select s.${key} as owner, s.id from ${sendings} s join first
        on s.${key} = first.owner and (s.id = first.id or s.subscription_id = first.subscription_id and s.due_at = first.due_at)
      where s.state = 'waiting' and s.next_attempt_at <= ${now} for update of s skip locked
    )
    update ${sendings} s set attempts = s.attempts + 1, next_attempt_at = ${after(services, LEASE_MS)}
    from taken where s.${key} = taken.owner and s.id = taken.id
    returning json_build_object('kind', ${kind}::text, 'id', s.${key}) as owner, s.id, s.subscription_id, s.recipient, s.attempts, s.due_at,
      s.from_day, s.to_day, ${PAPERS[kind]},
      (select m.id from ${addresses} m where m.${key} = s.${key} and m.email = s.recipient) as address`.execute(
    services.database.acrossClients(),
  );
  return rows;
}

/** Sends what waits and whose time has come. */
export async function sendWaiting(services: Services, packers: Packers): Promise<void> {
  for (const kind of OWNER_KINDS)
    for (let mails = await takeWaiting(services, kind); mails.length > 0; mails = await takeWaiting(services, kind))
      await sendAll(services, packers, mails);
}

async function sendAll(services: Services, packers: Packers, mails: Waiting[]): Promise<void> {
  const [first] = mails as [Waiting];
  const parcel = await packers[first.papers ? 'papers' : first.signals ? 'signals' : first.owner.kind](services, first);
  const { mailer } = services;
  if (!parcel || !mailer) {
    await failAll(services, mails, parcel ? 'no_mail' : 'cannot_be_made');
    return;
  }
  // Its servers died over it, time and again.
  const isInterrupted = ({ attempts }: Waiting) => attempts > MAX_ATTEMPTS;
  await failAll(services, mails.filter(isInterrupted), 'interrupted');
  const open = mails.filter((mail) => !isInterrupted(mail));
  if (open.length === 0) return;
  try {
    const packed = await parcel.pack();
    for (const mail of open) if (await extendLease(services, mail)) await sendMail(services, mailer, mail, packed);
  } catch (error) {
    const reason = stopReason(error);
    if (reason) await parcel.stop(reason);
    else await failUnmade(services, open, error);
  }
}

/** Sends a mail and records the outcome. */
async function sendMail(services: Services, mailer: Mailer, mail: Waiting, { file, words }: Packed): Promise<void> {
  const { owner, id, due_at, recipient } = mail;
  const refused = await mailer
    .send({
      ...words(buildConsentLink(services, mail)),
      id: `report-${prefixOf(owner)}${owner.id}-${id}-${Date.parse(due_at)}`,
      to: recipient,
      ...(file ? { file } : {}),
    })
    .then(
      () => null,
      (error: MailFailure) => error,
    );
  if (refused === null) await sent(services, mail);
  else if (refused.final) await fail(services, mail, refused.reason);
  else await again(services, mail, refused, refused.reason);
}

/** Records that the file of these mails couldn't be made. A file that is too large stays so; other errors may pass. */
async function failUnmade(services: Services, mails: readonly Waiting[], error: unknown): Promise<void> {
  if (isTooLarge(error)) await failAll(services, mails, 'too_large');
  else for (const mail of mails) await again(services, mail, error as Error, 'not_made');
}

const isTooLarge = (error: unknown) => error instanceof TooLarge || (error instanceof ApiError && error.status === 413);

/** The link by which the recipient may decline further mails. */
const buildConsentLink = (services: Services, { owner, address: id, recipient: email }: Waiting) =>
  id === null || services.publicUrl === '' ? null : consentUrl(services, { owner, id, email });

/** Holds the mail for another while; false when that came too late and it is somebody else's by now. */
async function extendLease(services: Services, { owner, id, attempts }: Waiting): Promise<boolean> {
  const { key, sendings } = TABLES[owner.kind];
  const { rows } = await sql`
    update ${sendings} set next_attempt_at = ${after(services, LEASE_MS)}
    where ${key} = ${owner.id} and id = ${id} and attempts = ${attempts} and state = 'waiting' returning id`.execute(dbOf(services, owner));
  return rows.length > 0;
}

interface Outcome {
  state: Sending['state'];
  error: string;
  next?: string;
}

async function recordOutcome(services: Services, { owner, id, subscription_id, attempts }: Waiting, { state, error, next }: Outcome) {
  const { key, sendings } = TABLES[owner.kind];
  const now = services.now().toISOString();
  await transact(dbOf(services, owner), async (tx) => {
    await sql`
      update ${sendings} set state = ${state}, error = ${error},
        sent_at = ${state === 'sent' ? now : null}::timestamptz, failed_at = ${error === '' ? null : now}::timestamptz,
        next_attempt_at = coalesce(${next ?? null}::timestamptz, next_attempt_at)
      where ${key} = ${owner.id} and id = ${id} and attempts = ${attempts} and state = 'waiting'`.execute(tx);
    await notifyOwner(tx, owner, subscription_id === null ? [] : [subscription_id]);
  });
}

const TRIES = 5;
/** The mail server has accepted the mail. Recording this must succeed, otherwise the mail would be sent twice. */
async function sent(services: Services, mail: Waiting): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await recordOutcome(services, mail, { state: 'sent', error: '' });
    } catch (error) {
      if (attempt === TRIES) throw error;
      await delay(attempt * 1000);
    }
  }
}

const fail = (services: Services, mail: Waiting, error: SendingError | (string & {})) =>
  recordOutcome(services, mail, { state: 'failed', error });

async function failAll(services: Services, mails: readonly Waiting[], error: SendingError): Promise<void> {
  for (const mail of mails) await fail(services, mail, error);
}

/** Another time, later with each attempt; after the last one it has failed. */
async function again(services: Services, mail: Waiting, { message }: Error, reason: string): Promise<void> {
  services.log.warn({ of: mail.owner, sending: mail.id, attempt: mail.attempts, error: message }, 'report could not be sent');
  const wait = waitOf(mail.attempts);
  if (wait === undefined) await fail(services, mail, reason);
  else await recordOutcome(services, mail, { state: 'waiting', error: reason, next: after(services, wait) });
}

/** Deletes mails and daily counts older than a year. */
export async function forgetOld(services: Services): Promise<void> {
  const db = services.database.acrossClients();
  const before = after(services, -KEPT_MS);
  for (const kind of OWNER_KINDS) {
    const { sendings, days } = TABLES[kind];
    await sql`delete from ${sendings} where state <> 'waiting' and due_at < ${before}`.execute(db);
    await sql`delete from ${days} where day < ${before}::timestamptz::date`.execute(db);
  }
}
