import { sql } from 'kysely';
import type { z } from 'zod';
import { MAX_PUSH_DEVICES, type PushDevice, type PushSubscriptionBody, type SignalPush } from '#contract/reports/signal-push.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid, notFound, notSignedIn } from '#server/platform/errors.ts';
import { isUsableUrl } from '#server/platform/http/safe-address.ts';
import { buildPushRequest, readVapidKeys } from './vapid.ts';

/** The caller's own browsers in the client, newest first. */
export async function readDevices(context: ClientContext): Promise<SignalPush> {
  const { rows } = await sql<PushDevice>`
    select id, endpoint, agent, since, gone_at from push_device
    where client_id = ${context.client} and account_id = ${accountOf(context.principal).id} order by id desc`.execute(context.db);
  return { key: readVapidKeys(context.services.secret).publicKey, devices: rows };
}

/**
 * Adds the caller's browser, or turns it on again. 400 at `endpoint` for an address that never gets a connection, at `keys` for keys that
 * aren't of a browser. Another account that used the same browser loses it: its signals aren't for the present one. The oldest browser beyond the limit is removed.
 */
export async function addDevice(context: ClientContext, { endpoint, keys: { p256dh, auth } }: z.output<typeof PushSubscriptionBody>) {
  const { services, client } = context;
  const account = accountOf(context.principal).id;
  if (!isUsableUrl(endpoint, services.pushNetworks)) throw invalid('endpoint', 'invalid_value');
  try {
    buildPushRequest({ endpoint, p256dh, auth }, '{}', services);
  } catch {
    throw invalid('keys', 'invalid_value');
  }
  const agent = (context.header('user-agent') ?? '').slice(0, 300);
  const since = services.now().toISOString();
  await sql`delete from push_device where endpoint = ${endpoint} and account_id <> ${account}`.execute(services.database.acrossClients());
  await context.write(async (tx) => {
    // The lock keeps an account that is erased meanwhile from getting a browser.
    const held = await sql`select from account where id = ${account} and erased_at is null for key share`.execute(tx);
    if (held.rows.length === 0) throw notSignedIn();
    await sql`
      insert into push_device (client_id, account_id, endpoint, p256dh, auth, agent, since)
      values (${client}, ${account}, ${endpoint}, ${p256dh}, ${auth}, ${agent}, ${since})
      on conflict (client_id, account_id, endpoint) do update
        set p256dh = excluded.p256dh, auth = excluded.auth, agent = excluded.agent, since = excluded.since, gone_at = null`.execute(tx);
    await sql`
      delete from push_device where client_id = ${client} and account_id = ${account} and id not in (
        select id from push_device where client_id = ${client} and account_id = ${account} order by since desc, id desc limit ${MAX_PUSH_DEVICES})`.execute(
      tx,
    );
  });
  return readDevices(context);
}

/** Removes one of the caller's browsers; 404 for any other. */
export async function removeDevice(context: ClientContext, id: number): Promise<void> {
  await context.write(async (tx) => {
    const { rows } = await sql`
      delete from push_device where client_id = ${context.client} and id = ${id} and account_id = ${accountOf(context.principal).id} returning id`.execute(
      tx,
    );
    if (rows.length === 0) throw notFound();
  });
}
