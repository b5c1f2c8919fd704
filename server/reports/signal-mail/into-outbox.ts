import { sql } from 'kysely';
import type { Language } from '#contract/kinds.ts';
import type { SignalRule } from '#contract/reports/signal-words.ts';
import type { Tx } from '#server/db/database.ts';
import { farmsInScope, type Services } from '#server/platform/context.ts';
import { ApiError } from '#server/platform/errors.ts';
import { transact } from '#server/platform/transact.ts';
import { contextOfAuthor } from '#server/reports/kit/author.ts';
import { rulesSeenBy } from '#server/reports/signals/table.ts';
import { takeFromDay } from '#server/reports/subscriptions/daily-bound.ts';
import { ofClient } from '#server/reports/subscriptions/owner.ts';
import { type Chosen, type FoundSignal, isDue } from './due.ts';

/** The account that reads the mails, and its choices. */
interface Reader extends Chosen {
  client: number;
  account: number;
  email: string;
  language: Language;
  rules: SignalRule[];
  farms: number[];
  money_from: number | null;
  since: string;
}

/** Signals `s` that are still new and are in no mail to a reader `m`. */
const UNSENT = sql.raw(`s.client_id = m.client_id and s.state = 'new' and s.found_at >= m.since
  and not exists (select from signal_mailed d where d.client_id = s.client_id and d.account_id = m.account_id and d.signal_id = s.id)`);

/** Readers who chose mails, consented to them, and have unsent signals. */
async function readers({ database }: Services): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select m.client_id as client, m.account_id as account, lower(a.email) as email, a.language, m.mode, m.hour, m.rules, m.farms, m.money_from,
      to_char(m.quiet_from, 'HH24:MI') as quiet_from, to_char(m.quiet_to, 'HH24:MI') as quiet_to, m.since
    from signal_mail m join account a on a.id = m.account_id and not a.deleted and not a.locked
    join client c on c.id = m.client_id and not c.locked
    join mail_address d on d.client_id = m.client_id and d.email = lower(a.email) and d.state = 'confirmed'
    where m.mode <> 'none' and exists (select from signal s where ${UNSENT})
    order by m.client_id, m.account_id`.execute(database.acrossClients());
  return rows;
}

/** Puts each reader's due signals into the outbox, one mail per person, filtered by the person's current rights. */
export async function putSignals(services: Services): Promise<void> {
  for (const reader of await readers(services)) {
    try {
      await putFor(services, reader);
    } catch (error) {
      if (!(error instanceof ApiError))
        services.log.error({ client: reader.client, account: reader.account, error: String(error) }, 'signals could not be mailed');
    }
  }
}

async function putFor(services: Services, reader: Reader): Promise<void> {
  const { client, account, language } = reader;
  const context = await contextOfAuthor(services, { client, client_locked: false, account, language });
  const rules = rulesSeenBy(context).filter((rule) => reader.rules.length === 0 || reader.rules.includes(rule));
  const farms = farmsInScope(context, reader.farms);
  await transact(services.database.forClient(client), (tx) => putWithin(tx, services, reader, rules, farms));
}

/** Once for a signal and person: that it is in a mail is written with the mail, or neither is. */
async function putWithin(
  tx: Tx,
  services: Services,
  reader: Reader,
  rules: readonly SignalRule[],
  farms: readonly number[] | null,
): Promise<void> {
  const { client, account, email, money_from } = reader;
  const now = services.now();
  // The lock keeps accounts that are erased meanwhile from getting mail, and lets a second server see the mails of the first.
  const held = await sql`select from account where id = ${account} and lower(email) = ${email} and erased_at is null for key share`.execute(
    tx,
  );
  if (held.rows.length === 0) return;
  await sql`select from signal_mail where client_id = ${client} and account_id = ${account} for update`.execute(tx);
  const { rows } = await sql<FoundSignal & { id: number }>`
    select s.id, s.found_at, f.timezone
    from signal s join signal_mail m on m.client_id = s.client_id and m.account_id = ${account} join farm f on f.client_id = s.client_id and f.id = s.farm_id
    where s.client_id = ${client} and ${UNSENT} and s.rule = any(${rules}) ${farms ? sql`and s.farm_id = any(${farms})` : sql``}
      and (${money_from}::numeric is null or s.money >= ${money_from}::numeric) order by s.id`.execute(tx);
  const due = rows.filter((signal) => isDue(reader, signal, now)).map(({ id }) => id);
  // Beyond the day's bound they wait for the next.
  if (due.length === 0 || (await takeFromDay(tx, services, ofClient(client), 'reports', 1)) === 0) return;
  const at = now.toISOString();
  await sql`
    with kept as (
      insert into signal_mailed (client_id, account_id, signal_id) select ${client}::bigint, ${account}::bigint, unnest(${due}::bigint[])
    )
    insert into report_sending (client_id, signals, asked_by, recipient, due_at, from_day, to_day, next_attempt_at)
    values (${client}, ${due}::bigint[], ${account}, ${email}, ${at}, ${at.slice(0, 10)}::date, ${at.slice(0, 10)}::date, ${at})`.execute(
    tx,
  );
}
