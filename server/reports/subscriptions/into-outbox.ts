import { sql } from 'kysely';
import type { MailConsent } from '#contract/reports/mail-consent.ts';
import type { Sending, SendingError } from '#contract/reports/sendings.ts';
import type { Tx } from '#server/db/database.ts';
import type { Services } from '#server/platform/context.ts';
import { conflict } from '#server/platform/errors.ts';
import { transact } from '#server/platform/transact.ts';
import { type ActiveSubscription, activeSubscriptions } from './active-subscriptions.ts';
import { demandFromDay, takeFromDay } from './daily-bound.ts';
import { daysDue, latestDue, nextDue } from './due.ts';
import { dbOf, notifyOwner, OWNER_KINDS, type Owner, TABLES } from './owner.ts';

/** The recipients who accepted reports, and those who haven't answered yet. The lock blocks answers until the new mails are visible. */
async function lockAnswers(tx: Tx, { owner, recipients }: ActiveSubscription) {
  const { addresses, key } = TABLES[owner.kind];
  const { rows } = await sql<Pick<MailConsent, 'email' | 'state'>>`
    select email, state from ${addresses} where ${key} = ${owner.id} and email = any(${recipients}::text[])
    order by email for share`.execute(tx);
  const states = new Map(rows.map(({ email, state }) => [email, state]));
  const of = (state: MailConsent['state']) => recipients.filter((email) => (states.get(email) ?? 'waiting') === state);
  return { confirmed: of('confirmed'), waiting: of('waiting') };
}

interface Put {
  state: Exclude<Sending['state'], 'sent'>;
  error?: SendingError | '';
}

/** A mail to each, of the days as they are seen from `due`. */
async function put(tx: Tx, subscription: ActiveSubscription, due: Date, recipients: readonly string[], { state, error = '' }: Put) {
  if (recipients.length === 0) return;
  const { owner, id } = subscription;
  const { key, sendings } = TABLES[owner.kind];
  const days = daysDue(subscription, due);
  const at = due.toISOString();
  await sql`
    insert into ${sendings} (${key}, subscription_id, recipient, due_at, from_day, to_day, next_attempt_at, state, error, failed_at)
    select ${owner.id}::bigint, ${id}::bigint, recipient, ${at}::timestamptz, ${days.after}::date, ${days.before}::date, ${at}::timestamptz, ${state}, ${error},
      ${state === 'failed' ? at : null}::timestamptz
    from unnest(${recipients}::text[]) recipient on conflict do nothing`.execute(tx);
}

/**
 * Puts a due run into the outbox: one mail to each recipient who accepted, and one that waits for each who hasn't answered. Beyond the
 * daily limit the run fails with this reason. Recipients who declined get none.
 */
async function putDue(tx: Tx, services: Services, subscription: ActiveSubscription, due: Date): Promise<void> {
  const { owner, id } = subscription;
  const { key, sendings } = TABLES[owner.kind];
  const { confirmed, waiting } = await lockAnswers(tx, subscription);
  const granted = await takeFromDay(tx, services, owner, 'reports', confirmed.length + waiting.length);
  const beyond = [...confirmed, ...waiting].slice(granted);
  const within = (emails: string[]) => emails.filter((email) => !beyond.includes(email));
  await put(tx, subscription, due, within(confirmed), { state: 'waiting' });
  // A recipient who accepts later gets only the latest run, as after an outage.
  await sql`
    delete from ${sendings} where ${key} = ${owner.id} and subscription_id = ${id} and state = 'held'
      and recipient = any(${within(waiting)}::text[])`.execute(tx);
  await put(tx, subscription, due, within(waiting), { state: 'held' });
  await put(tx, subscription, due, beyond, { state: 'failed', error: 'daily_bound' });
  await notifyOwner(tx, owner, [id]);
}

/** By hand: to each who takes it. 409 when nobody does, 429 beyond the day's bound. */
export async function putNow(tx: Tx, services: Services, subscription: ActiveSubscription): Promise<void> {
  const { confirmed } = await lockAnswers(tx, subscription);
  if (confirmed.length === 0) throw conflict('none_confirmed', {}, 'recipients');
  await demandFromDay(tx, services, subscription.owner, 'reports', confirmed.length, 'recipients');
  await put(tx, subscription, services.now(), confirmed, { state: 'waiting' });
  await notifyOwner(tx, subscription.owner, [subscription.id]);
}

/** Puts due runs into the outbox, each exactly once across servers. */
export async function fallDue(services: Services): Promise<void> {
  for (const kind of OWNER_KINDS) await putAllDue(services, kind);
}

async function putAllDue(services: Services, kind: Owner['kind']): Promise<void> {
  const now = services.now();
  const isDue = sql`s.next_at <= ${now.toISOString()}`;
  const { key, subscriptions } = TABLES[kind];
  const due = await activeSubscriptions(services.database.acrossClients(), kind, isDue);
  for (const { owner, id } of due) {
    await transact(dbOf(services, owner), async (tx) => {
      const [subscription] = await activeSubscriptions(tx, kind, sql`${isDue} and s.${key} = ${owner.id} and s.id = ${id}`, true);
      if (!subscription?.next_at) return;
      const at = latestDue(subscription, subscription.timezone, new Date(subscription.next_at), now);
      await putDue(tx, services, subscription, at);
      const next = nextDue(subscription, subscription.timezone, at).toISOString();
      await sql`update ${subscriptions} set next_at = ${next} where ${key} = ${owner.id} and id = ${id}`.execute(tx);
    });
  }
}
