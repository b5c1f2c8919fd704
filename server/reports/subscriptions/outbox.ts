import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Sending, SendingError } from '#contract/reports/subscriptions.ts';
import { type Services, transact } from '#server/platform/context.ts';
import { notify } from '#server/platform/runtime/events.ts';
import type { MailFailure } from '#server/platform/runtime/mailer.ts';
import type { Servers } from '#server/reports/kit/endpoints.ts';
import { activeSubscriptions, stop, stopReason } from './active-subscriptions.ts';
import { consentUrl } from './addresses.ts';
import { contentOf } from './content.ts';
import { FILE_TYPES, makeFile, TooLarge } from './file.ts';
import { mailOf } from './mail.ts';
import { after, LEASE_MS, MOST_ATTEMPTS, waitOf } from './patience.ts';

const KEPT_MS = 400 * 86_400_000;

type Waiting = Pick<Sending, 'id' | 'recipient' | 'attempts' | 'from_day' | 'to_day'> & {
  client_id: number;
  subscription_id: number;
  due_at: string;
  address: number | null;
};

/** Takes the mails of one file, so that it is made once; none when nothing waits. */
async function take(services: Services): Promise<Waiting[]> {
  const now = services.now().toISOString();
  const { rows } = await sql<Waiting>`
    with first as (
      select client_id, subscription_id, due_at from report_sending where state = 'waiting' and next_attempt_at <= ${now}
      order by next_attempt_at limit 1 for update skip locked
    ), taken as (
      select s.client_id, s.id from report_sending s join first using (client_id, subscription_id, due_at)
      where s.state = 'waiting' and s.next_attempt_at <= ${now} for update of s skip locked
    )
    update report_sending s set attempts = s.attempts + 1, next_attempt_at = ${after(services, LEASE_MS)}
    from taken where s.client_id = taken.client_id and s.id = taken.id
    returning s.client_id, s.id, s.subscription_id, s.recipient, s.attempts, s.due_at, s.from_day, s.to_day,
      (select m.id from mail_address m where m.client_id = s.client_id and m.email = s.recipient) as address`.execute(
    services.database.acrossClients(),
  );
  return rows;
}

/** Sends what waits and whose time has come. */
export async function sendWaiting(services: Services, servers: Servers): Promise<void> {
  for (let mails = await take(services); mails.length > 0; mails = await take(services)) await sendAll(services, servers, mails);
}

async function sendAll(services: Services, servers: Servers, mails: Waiting[]): Promise<void> {
  const [first] = mails as [Waiting];
  const { client_id: client, subscription_id: id, from_day, to_day } = first;
  const db = services.database.forClient(client);
  const [subscription] = await activeSubscriptions(db, sql`s.client_id = ${client} and s.id = ${id}`);
  const { mailer } = services;
  if (!subscription || !mailer) {
    for (const mail of mails) await fail(services, mail, subscription ? 'no_mail' : 'cannot_be_made');
    return;
  }
  const open: Waiting[] = [];
  for (const mail of mails) {
    // Its servers died over it, time and again.
    if (mail.attempts > MOST_ATTEMPTS) await fail(services, mail, 'interrupted');
    else open.push(mail);
  }
  try {
    const content = await contentOf(services, servers, subscription, { after: from_day, before: to_day });
    const bytes = await makeFile(subscription.format, content.input);
    for (const mail of open) {
      if (!(await extendLease(services, mail))) continue;
      const refused = await mailer
        .send({
          ...mailOf(subscription, content, services.publicUrl, consentOf(services, mail)),
          id: `report-${client}-${mail.id}-${Date.parse(mail.due_at)}`,
          to: mail.recipient,
          file: { name: content.fileName, type: FILE_TYPES[subscription.format], content: bytes },
        })
        .then(
          () => null,
          (error: MailFailure) => error,
        );
      if (refused === null) await sent(services, mail);
      else if (refused.final) await fail(services, mail, refused.told);
      else await again(services, mail, refused, refused.told);
    }
  } catch (error) {
    const reason = stopReason(error);
    if (reason) await stop(services, subscription, reason);
    else if (error instanceof TooLarge) for (const mail of open) await fail(services, mail, 'too_large');
    else for (const mail of open) await again(services, mail, error as Error, 'not_made');
  }
}

/** Where the recipient may say that they want no more. */
const consentOf = (services: Services, { client_id: client, address: id, recipient: email }: Waiting) =>
  id === null || services.publicUrl === '' ? null : consentUrl(services, { client, id, email });

/** Holds the mail for another while; false when that came too late and it is somebody else's by now. */
async function extendLease(services: Services, { client_id, id, attempts }: Waiting): Promise<boolean> {
  const { rows } = await sql`
    update report_sending set next_attempt_at = ${after(services, LEASE_MS)}
    where client_id = ${client_id} and id = ${id} and attempts = ${attempts} and state = 'waiting' returning id`.execute(
    services.database.forClient(client_id),
  );
  return rows.length > 0;
}

interface Outcome {
  state: Sending['state'];
  error: string;
  next?: string;
}

async function recordOutcome(services: Services, { client_id, id, subscription_id, attempts }: Waiting, { state, error, next }: Outcome) {
  await transact(services.database.forClient(client_id), async (tx) => {
    await sql`
      update report_sending set state = ${state}, error = ${error},
        sent_at = ${state === 'sent' ? services.now().toISOString() : null}::timestamptz,
        next_attempt_at = coalesce(${next ?? null}::timestamptz, next_attempt_at)
      where client_id = ${client_id} and id = ${id} and attempts = ${attempts} and state = 'waiting'`.execute(tx);
    await notify(tx, client_id, 'subscriptions', [subscription_id]);
  });
}

const TRIES = 5;
/** The mail server has it: that is written down whatever it takes, for what isn't is sent again. */
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

/** Another time, later with each attempt; after the last one it has failed. */
async function again(services: Services, mail: Waiting, { message }: Error, told: string): Promise<void> {
  services.log.warn({ client: mail.client_id, sending: mail.id, attempt: mail.attempts, error: message }, 'report could not be sent');
  const wait = waitOf(mail.attempts);
  if (wait === undefined) await fail(services, mail, told);
  else await recordOutcome(services, mail, { state: 'waiting', error: told, next: after(services, wait) });
}

/** Sendings of more than a year ago are forgotten, and what was counted on their days. */
export async function forgetOld(services: Services): Promise<void> {
  const db = services.database.acrossClients();
  const before = after(services, -KEPT_MS);
  await sql`delete from report_sending where state <> 'waiting' and due_at < ${before}`.execute(db);
  await sql`delete from mail_day where day < ${before}::timestamptz::date`.execute(db);
}
