import { sql } from 'kysely';
import type { Language } from '#contract/kinds.ts';
import type { SendingError } from '#contract/reports/sendings.ts';
import type { Services } from '#server/platform/context.ts';
import { after, getRetryDelay, LEASE_MS } from '#server/platform/runtime/back-off.ts';
import type { MailFailure } from '#server/platform/runtime/mailer.ts';
import { transact } from '#server/platform/transact.ts';
import { requestMail } from './mail.ts';
import { consentUrl, SENDERS } from './mail-consent.ts';
import { dbOf, notifyOwner, OWNER_KINDS, type Owner, prefixOf, TABLES } from './owner.ts';

interface Request {
  owner: Owner;
  id: number;
  email: string;
  language: Language;
  attempts: number;
  requested_at: string;
  sender: string;
}

/** Takes one request that is due, as the outbox takes reports. */
async function takeRequest(services: Services, kind: Owner['kind']): Promise<Request | undefined> {
  const { addresses, key } = TABLES[kind];
  const { rows } = await sql<Request>`
    with due as (
      select m.id, s.name, s.id as owner from ${addresses} m join (${SENDERS[kind]}) s on s.id = m.${key}
      where m.state = 'waiting' and m.next_attempt_at <= ${services.now().toISOString()}
      order by m.next_attempt_at limit 1 for update of m skip locked
    )
    update ${addresses} m set attempts = m.attempts + 1, next_attempt_at = ${after(services, LEASE_MS)}
    from due where m.${key} = due.owner and m.id = due.id
    returning json_build_object('kind', ${kind}::text, 'id', due.owner) as owner, m.id, m.email, m.language, m.attempts, m.requested_at, due.name as sender`.execute(
    services.database.acrossClients(),
  );
  return rows[0];
}

/** Asks the owners of new addresses whether reports may come. */
export async function sendRequests(services: Services): Promise<void> {
  for (const kind of OWNER_KINDS)
    for (let request = await takeRequest(services, kind); request; request = await takeRequest(services, kind))
      await send(services, request);
}

async function send(services: Services, request: Request): Promise<void> {
  const { mailer } = services;
  if (!mailer) return recordOutcome(services, request, { error: 'no_mail' });
  const url = consentUrl(services, request);
  const refused = await mailer
    .send({
      ...(await requestMail(request, url)),
      id: `address-${prefixOf(request.owner)}${request.owner.id}-${request.id}-${Date.parse(request.requested_at)}`,
      to: request.email,
    })
    .then(
      () => null,
      (error: MailFailure) => error,
    );
  if (refused === null) return recordOutcome(services, request, { error: '', sent: services.now().toISOString() });
  services.log.warn({ of: request.owner, address: request.id, error: refused.message }, 'address could not be asked');
  const wait = refused.final ? undefined : getRetryDelay(request.attempts);
  await recordOutcome(services, request, { error: refused.reason, ...(wait === undefined ? {} : { next: after(services, wait) }) });
}

interface Outcome {
  error: SendingError | (string & {});
  sent?: string;
  next?: string;
}

/** Only if the request was neither answered nor repeated meanwhile. */
async function recordOutcome(services: Services, { owner, id, email, attempts }: Request, { error, sent, next }: Outcome): Promise<void> {
  const { addresses, key, subscriptions } = TABLES[owner.kind];
  await transact(dbOf(services, owner), async (tx) => {
    await sql`
      update ${addresses} set next_attempt_at = ${next ?? null}::timestamptz, error = ${error}, sent_at = coalesce(${sent ?? null}::timestamptz, sent_at),
        failed_at = ${error === '' ? null : services.now().toISOString()}::timestamptz
      where ${key} = ${owner.id} and id = ${id} and attempts = ${attempts} and state = 'waiting'`.execute(tx);
    const { rows } = await sql<{ id: number }>`
      select id from ${subscriptions} where ${key} = ${owner.id} and ${email} = any(recipients)`.execute(tx);
    await notifyOwner(
      tx,
      owner,
      rows.map((row) => row.id),
    );
  });
}
