import { sql } from 'kysely';
import type { WebhookError } from '#contract/operations/webhooks.ts';
import type { Db } from '#server/db/database.ts';
import { decrypt } from '#server/domain/at-rest.ts';
import type { Services } from '#server/platform/context.ts';
import { type Attempt, postSafely } from '#server/platform/http/post.ts';
import type { Resolve } from '#server/platform/http/safe-address.ts';
import { after, getRetryDelay, LEASE_MS, MAX_ATTEMPTS } from '#server/platform/runtime/back-off.ts';
import { notify } from '#server/platform/runtime/events.ts';
import { transact } from '#server/platform/transact.ts';
import { signWebhook } from './signature.ts';
import { secretKey } from './table.ts';

/** Max events of one address at once, so that a slow address delays only itself. */
const EVENTS_OF_ADDRESS = 4;
const EVENTS_AT_ONCE = 32;
/** Max rounds of one run. Other jobs need the place, and the next run continues. */
const MAX_ROUNDS = 20;
const KEPT_MS = 30 * 86_400_000;

/** The header `webhook-id`. Equal in every attempt, and unique in the installation. */
export const eventIdSql = sql.raw("'evt_' || client_id || '_' || id");

interface Waiting {
  client: number;
  id: number;
  webhook: number;
  event_id: string;
  type: string;
  data: Record<string, unknown>;
  created_at: string;
  attempts: number;
  url: string;
  secret: Buffer;
}

/** Takes due events under a lease, oldest first, a few of each address. Another server takes them after the lease. */
async function takeWaiting(services: Services): Promise<Waiting[]> {
  const now = services.now().toISOString();
  const { rows } = await sql<Waiting>`
    with due as (
      select e.client_id, e.id, w.url, w.secret
      from webhook w cross join lateral (
        select e.client_id, e.id, e.next_attempt_at from webhook_event e
        where e.client_id = w.client_id and e.webhook_id = w.id and e.state = 'waiting'
          and (e.next_attempt_at is null or e.next_attempt_at <= ${now})
        order by e.next_attempt_at nulls first, e.id limit ${EVENTS_OF_ADDRESS} for update skip locked
      ) e
      where w.active and not w.deleted
      order by e.next_attempt_at nulls first, e.id limit ${EVENTS_AT_ONCE}
    )
    update webhook_event t set attempts = t.attempts + 1, attempted_at = ${now}, next_attempt_at = ${after(services, LEASE_MS)}
    from due where t.client_id = due.client_id and t.id = due.id
    returning t.client_id as client, t.id, t.webhook_id as webhook, 'evt_' || t.client_id || '_' || t.id as event_id, t.type, t.data, t.created_at,
      t.attempts, due.url, due.secret`.execute(services.database.acrossClients());
  return rows;
}

/** Sends the due events of all clients. */
export async function sendWebhookEvents(services: Services, resolve?: Resolve): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const events = await takeWaiting(services);
    if (events.length === 0) return;
    await Promise.all(events.map((event) => sendEvent(services, event, resolve)));
  }
}

async function sendEvent(services: Services, event: Waiting, resolve?: Resolve): Promise<void> {
  // Its servers died in each attempt.
  const attempt = event.attempts > MAX_ATTEMPTS ? failAttempt('interrupted') : await attemptEvent(services, event, resolve);
  await recordAttempt(services, event, attempt);
}

const failAttempt = (error: WebhookError): Attempt => ({ status: null, error });

async function attemptEvent(services: Services, event: Waiting, resolve?: Resolve): Promise<Attempt> {
  let secret: string;
  try {
    secret = decrypt(secretKey(services.secret), event.secret);
  } catch {
    // The database was restored under another key of the server.
    return failAttempt('secret');
  }
  const body = JSON.stringify({ type: event.type, timestamp: event.created_at, data: event.data });
  const timestamp = Math.floor(services.now().getTime() / 1000);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': event.event_id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook(secret, { id: event.event_id, timestamp, body }),
  };
  return postSafely({ url: event.url, headers, body, allowed: services.webhookNetworks, resolve });
}

/** Stores the outcome. After the last attempt, or if the address is gone, the event has failed and the webhook is disabled. */
async function recordAttempt(services: Services, event: Waiting, { status, error }: Attempt): Promise<void> {
  const wait = error === 'gone' ? undefined : getRetryDelay(event.attempts);
  const state = error === '' ? 'sent' : wait === undefined ? 'failed' : 'waiting';
  await transact(services.database.forClient(event.client), async (tx) => {
    await sql`
      update webhook_event set state = ${state}, status = ${status}::integer, error = ${error},
        next_attempt_at = ${state === 'waiting' ? after(services, wait ?? 0) : null}::timestamptz
      where client_id = ${event.client} and id = ${event.id} and attempts = ${event.attempts} and state = 'waiting'`.execute(tx);
    if (state === 'failed') await disableWebhook(tx, event, error, services.now());
    await notify(tx, event.client, 'webhooks', [event.webhook]);
  });
}

/** Disables a webhook unless a later event has arrived since the failed event was created. */
async function disableWebhook(db: Db, { client, id, webhook }: Waiting, reason: WebhookError, now: Date): Promise<void> {
  await sql`
    update webhook set active = false, disabled_at = ${now.toISOString()}, disabled_reason = ${reason}, reported_at = null, version = version + 1
    where client_id = ${client} and id = ${webhook} and active and (${reason === 'gone'} or not exists (
      select from webhook_event e where e.client_id = ${client} and e.webhook_id = ${webhook} and e.state = 'sent'
        and e.attempted_at >= (select f.created_at from webhook_event f where f.client_id = ${client} and f.id = ${id})))`.execute(db);
}

/** Deletes events older than a month that don't wait. */
export async function deleteOldEvents(services: Services): Promise<void> {
  await sql`delete from webhook_event where state <> 'waiting' and created_at < ${after(services, -KEPT_MS)}`.execute(
    services.database.acrossClients(),
  );
}
