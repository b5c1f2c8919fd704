import { sql } from 'kysely';
import type { Language } from '#contract/kinds.ts';
import type { SignalRule } from '#contract/reports/signal-words.ts';
import type { signals } from '#contract/reports/signals.ts';
import type { RowOf } from '#contract/resource.ts';
import type { Tx } from '#server/db/database.ts';
import { type ClientContext, farmsInScope, type Services } from '#server/platform/context.ts';
import { ApiError } from '#server/platform/errors.ts';
import { postSafely } from '#server/platform/http/post.ts';
import type { Resolve } from '#server/platform/http/safe-address.ts';
import { bounds } from '#server/platform/resource/conditions.ts';
import { anyTable, selection, source } from '#server/platform/resource/table.ts';
import { after, getRetryDelay, LEASE_MS, MAX_ATTEMPTS } from '#server/platform/runtime/back-off.ts';
import { transact } from '#server/platform/transact.ts';
import { contextOfAuthor } from '#server/reports/kit/author.ts';
import { type FoundSignal, isDue } from '#server/reports/signal-mail/due.ts';
import type { Addressee } from '#server/reports/signal-mail/mail.ts';
import { signalTable } from '#server/reports/signals/table.ts';
import { writeMessage } from './message.ts';
import { buildPushRequest } from './vapid.ts';

/** A browser with unsent signals, and its person's choices for signals by mail, which apply to notifications too. */
interface Device extends Addressee {
  client: number;
  id: number;
  account: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  is_own: boolean;
  language: Language;
  rules: SignalRule[];
  farms: number[];
  money_from: number | null;
  quiet_from: string | null;
  quiet_to: string | null;
}

/** New signals `s` that a device `d` hasn't got. */
const isUnsent = (now: string) => sql`
  s.client_id = d.client_id and s.state = 'new' and s.found_at >= d.since
    and not exists (select from pushed_signal p where p.client_id = s.client_id and p.device_id = d.id and p.signal_id = s.id
      and (p.next_attempt_at is null or p.next_attempt_at > ${now}))`;

async function findDevices({ database, now }: Services): Promise<Device[]> {
  const { rows } = await sql<Device>`
    select d.client_id as client, d.id, d.account_id as account, d.endpoint, d.p256dh, d.auth, coalesce(a.client_id = d.client_id, false) as is_own,
      a.language, coalesce(a.units, c.units) as units, coalesce(a.clock, c.clock) as clock, c.currency, c.company_name as client_name,
      coalesce(m.rules, '{}') as rules, coalesce(m.farms, '{}') as farms, m.money_from,
      to_char(m.quiet_from, 'HH24:MI') as quiet_from, to_char(m.quiet_to, 'HH24:MI') as quiet_to
    from push_device d join account a on a.id = d.account_id and not a.deleted and not a.locked
    join client c on c.id = d.client_id and not c.locked
    left join signal_mail m on m.client_id = d.client_id and m.account_id = d.account_id
    where d.gone_at is null and exists (select from signal s where ${isUnsent(now().toISOString())})
    order by d.client_id, d.id`.execute(database.acrossClients());
  return rows;
}

/** Sends each device its due signals as one notification, within the person's current rights. */
export async function pushSignals(services: Services, resolve?: Resolve): Promise<void> {
  for (const device of await findDevices(services)) {
    try {
      const { account, client, language } = device;
      const context = await contextOfAuthor(services, { client, client_locked: false, account, language });
      const ids = await transact(services.database.forClient(client), (tx) => takeDue(tx, context, device));
      if (ids.length > 0) await sendTo(context, device, ids, resolve);
    } catch (error) {
      // The person has lost the access.
      if (!(error instanceof ApiError))
        services.log.error({ client: device.client, device: device.id, error: String(error) }, 'failed to push signals');
    }
  }
}

/** Takes the due signals of a device under a lease, so that no other server sends them. */
async function takeDue(tx: Tx, context: ClientContext, device: Device): Promise<number[]> {
  const { client, id, money_from, quiet_from, quiet_to } = device;
  const now = context.services.now();
  const farms = farmsInScope(context, device.farms);
  const table = anyTable(signalTable);
  await sql`select from push_device where client_id = ${client} and id = ${id} for update`.execute(tx);
  const { rows } = await sql<FoundSignal & { id: number }>`
    select s.id, s.found_at, f.timezone
    from push_device d join signal s on ${isUnsent(now.toISOString())} join farm f on f.client_id = s.client_id and f.id = s.farm_id
    where d.client_id = ${client} and d.id = ${id} and d.gone_at is null
      and s.id in (select t.id from ${source(table, context)} where ${bounds(table, context)})
      and (${device.rules.length === 0} or s.rule = any(${device.rules}::text[])) ${farms ? sql`and s.farm_id = any(${farms}::bigint[])` : sql``}
      and (${money_from}::numeric is null or s.money >= ${money_from}::numeric) order by s.id`.execute(tx);
  const due = rows.filter((signal) => isDue({ mode: 'at_once', hour: 0, quiet_from, quiet_to }, signal, now)).map((row) => row.id);
  if (due.length === 0) return [];
  const { rows: taken } = await sql<{ id: number }>`
    insert into pushed_signal as p (client_id, device_id, signal_id, next_attempt_at)
    select ${client}::bigint, ${id}::bigint, unnest(${due}::bigint[]), ${after(context.services, LEASE_MS)}::timestamptz
    on conflict (client_id, device_id, signal_id) do update set attempts = p.attempts + 1, next_attempt_at = excluded.next_attempt_at
    returning p.signal_id as id`.execute(tx);
  return taken.map((row) => row.id);
}

/** The push service no longer has the address, or refuses the installation's key. */
const GONE: ReadonlySet<number | null> = new Set([401, 403, 404, 410]);

async function sendTo(context: ClientContext, device: Device, ids: readonly number[], resolve?: Resolve): Promise<void> {
  const { services, client, db } = context;
  const table = anyTable(signalTable);
  const { rows } = await sql<RowOf<typeof signals>>`
    select ${selection(table)} from ${source(table, context)} where ${bounds(table, context)} and t.id = any(${ids}::bigint[])
    order by ${sql.raw(table.order)}`.execute(db);
  const message = await writeMessage(device, rows, `/app/${device.is_own ? '' : `clients/${client}/`}reports/signals?over=false`);
  const request = buildPushRequest(device, JSON.stringify(message), services);
  const { status, error } = await postSafely({ url: device.endpoint, ...request, allowed: services.pushNetworks, resolve });
  if (GONE.has(status)) {
    await sql`
      update push_device set gone_at = ${services.now().toISOString()}, p256dh = '', auth = '' where client_id = ${client} and id = ${device.id}`.execute(
      db,
    );
  }
  // A refused request isn't repeated. An address of the network never gets a connection.
  const isFinal = error === '' || error === 'refused_address' || (status !== null && status < 500 && status !== 429);
  const delays = isFinal ? [] : Array.from({ length: MAX_ATTEMPTS }, (_, index) => getRetryDelay(index + 1) ?? null);
  await sql`
    update pushed_signal set next_attempt_at = ${services.now().toISOString()}::timestamptz + (${delays}::bigint[])[attempts] * interval '1 millisecond'
    where client_id = ${client} and device_id = ${device.id} and signal_id = any(${ids}::bigint[])`.execute(db);
}
