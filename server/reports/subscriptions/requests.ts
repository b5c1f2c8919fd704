import { sql } from 'kysely';
import type { Language } from '#contract/kinds.ts';
import type { SendingError } from '#contract/reports/subscriptions.ts';
import { type Services, transact } from '#server/platform/context.ts';
import { notify } from '#server/platform/runtime/events.ts';
import type { MailFailure } from '#server/platform/runtime/mailer.ts';
import { consentUrl } from './addresses.ts';
import { requestMail } from './mail.ts';
import { after, LEASE_MS, waitOf } from './patience.ts';

interface Request {
  client: number;
  id: number;
  email: string;
  language: Language;
  attempts: number;
  requested_at: string;
  client_name: string;
}

/** Takes one request that is due, as the outbox takes reports. */
async function take(services: Services): Promise<Request | undefined> {
  const { rows } = await sql<Request>`
    with due as (
      select m.client_id, m.id, c.company_name from mail_address m join client c on c.id = m.client_id
      where m.state = 'waiting' and m.next_attempt_at <= ${services.now().toISOString()} and not c.locked
      order by m.next_attempt_at limit 1 for update of m skip locked
    )
    update mail_address m set attempts = m.attempts + 1, next_attempt_at = ${after(services, LEASE_MS)}
    from due where m.client_id = due.client_id and m.id = due.id
    returning m.client_id as client, m.id, m.email, m.language, m.attempts, m.requested_at, due.company_name as client_name`.execute(
    services.database.acrossClients(),
  );
  return rows[0];
}

/** Asks the owners of new addresses whether reports may come. */
export async function sendRequests(services: Services): Promise<void> {
  for (let request = await take(services); request; request = await take(services)) await send(services, request);
}

async function send(services: Services, request: Request): Promise<void> {
  const { mailer } = services;
  if (!mailer) return settle(services, request, { error: 'no_mail' });
  const url = consentUrl(services, request);
  const refused = await mailer
    .send({
      ...(await requestMail(request, url)),
      id: `address-${request.client}-${request.id}-${Date.parse(request.requested_at)}`,
      to: request.email,
    })
    .then(
      () => null,
      (error: MailFailure) => error,
    );
  if (refused === null) return settle(services, request, { error: '', sent: services.now().toISOString() });
  services.log.warn({ client: request.client, address: request.id, error: refused.message }, 'address could not be asked');
  const wait = refused.final ? undefined : waitOf(request.attempts);
  await settle(services, request, { error: refused.told, ...(wait === undefined ? {} : { next: after(services, wait) }) });
}

interface Outcome {
  error: SendingError | (string & {});
  sent?: string;
  next?: string;
}

/** Unless it was answered, or asked for anew, meanwhile. */
async function settle(services: Services, { client, id, email, attempts }: Request, { error, sent, next }: Outcome): Promise<void> {
  await transact(services.database.forClient(client), async (tx) => {
    await sql`
      update mail_address set next_attempt_at = ${next ?? null}::timestamptz, error = ${error}, sent_at = coalesce(${sent ?? null}::timestamptz, sent_at)
      where client_id = ${client} and id = ${id} and attempts = ${attempts} and state = 'waiting'`.execute(tx);
    const { rows } = await sql<{ id: number }>`
      select id from report_subscription where client_id = ${client} and ${email} = any(recipients)`.execute(tx);
    await notify(
      tx,
      client,
      'subscriptions',
      rows.map((row) => row.id),
    );
  });
}
