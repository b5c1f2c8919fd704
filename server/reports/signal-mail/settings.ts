import { sql } from 'kysely';
import type { SignalMail, SignalMailBody } from '#contract/reports/signal-mail.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { conflict, demandFound, invalid, notSignedIn } from '#server/platform/errors.ts';
import { rulesSeenBy } from '#server/reports/signals/table.ts';
import { askNew } from '#server/reports/subscriptions/addresses.ts';
import { lastMails, mailsOf } from '#server/reports/subscriptions/last-mails.ts';
import { ofClient } from '#server/reports/subscriptions/owner.ts';
import { isWithin } from './due.ts';

const NOTHING = { mode: 'none', hour: 6, rules: [], farms: [], money_from: null, quiet_from: null, quiet_to: null, version: 0 } as const;

type Kept = Omit<SignalMail, 'email' | 'address' | 'available' | 'last'>;

/** The caller's settings, with where their mails go. */
export async function settingsOf({ client, principal, services }: ClientContext, db: Db): Promise<SignalMail> {
  const { id } = accountOf(principal);
  const { rows } = await sql<{ email: string; address: SignalMail['address']; kept: Kept | null }>`
    select lower(a.email) as email, (select d.state from mail_address d where d.client_id = ${client} and d.email = lower(a.email)) as address,
      (select json_build_object('mode', m.mode, 'hour', m.hour, 'rules', m.rules, 'farms', m.farms, 'money_from', m.money_from,
        'quiet_from', to_char(m.quiet_from, 'HH24:MI'), 'quiet_to', to_char(m.quiet_to, 'HH24:MI'), 'version', m.version)
        from signal_mail m where m.client_id = ${client} and m.account_id = a.id) as kept
    from account a where a.id = ${id}`.execute(db);
  const [row] = rows;
  const { email = '', address = null, kept } = row ?? {};
  const last = await lastMails(
    db,
    mailsOf('client', {
      sendings: sql`client_id = ${client} and signals is not null and asked_by = ${id}`,
      addresses: sql`client_id = ${client} and email = ${email}`,
    }),
  );
  return {
    ...NOTHING,
    rules: [],
    farms: [],
    ...kept,
    email,
    address,
    available: services.mailer !== null && services.publicUrl !== '',
    last,
  };
}

/** 400 at what can't be chosen, nothing of it kept. An address that this client never wrote to is asked first. */
export async function saveSettings(context: ClientContext, body: SignalMailBody): Promise<SignalMail> {
  const { client, services, principal } = context;
  const { id: account } = accountOf(principal);
  const { mode, hour, rules, farms, money_from, quiet_from, quiet_to } = body;
  if (mode !== 'none' && !services.mailer) throw invalid('mode', 'invalid_value');
  demandQuiet(body);
  const seen = rulesSeenBy(context);
  if (rules.some((rule) => !seen.includes(rule))) throw invalid('rules', 'invalid_value');
  return context.write(async (tx) => {
    // The lock lasts until the settings are written, so that an account erased meanwhile leaves no settings behind.
    const held = await sql`select from account where id = ${account} and erased_at is null for key share`.execute(tx);
    if (held.rows.length === 0) throw notSignedIn();
    await demandFarms(tx, context, farms);
    const before = await settingsOf(context, tx);
    if (body.version !== undefined && body.version !== before.version) throw conflict('stale_version', {}, 'version');
    const now = services.now().toISOString();
    await sql`
      insert into signal_mail as m (client_id, account_id, mode, hour, rules, farms, money_from, quiet_from, quiet_to, since)
      values (${client}, ${account}, ${mode}, ${hour}, ${rules}::text[], ${farms}::bigint[], ${money_from}, ${quiet_from}::time, ${quiet_to}::time, ${now})
      on conflict (client_id, account_id) do update set mode = excluded.mode, hour = excluded.hour, rules = excluded.rules, farms = excluded.farms,
        money_from = excluded.money_from, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, version = m.version + 1,
        -- What was found while somebody wanted none isn't news either.
        since = case when m.mode = 'none' then excluded.since else m.since end`.execute(tx);
    if (mode !== 'none') await askNew(tx, services, ofClient(client), [before.email], principal.language);
    return settingsOf(context, tx);
  });
}

function demandQuiet({ mode, hour, quiet_from: from, quiet_to: to }: SignalMailBody): void {
  if (from === null && to === null) return;
  if (from === null) throw invalid('quiet_from', 'required');
  if (to === null || to === from) throw invalid('quiet_to', to === null ? 'required' : 'invalid_value');
  // A digest that is never let out.
  if (mode === 'digest' && isWithin(`${String(hour).padStart(2, '0')}:00`, from, to)) throw invalid('hour', 'invalid_value');
}

async function demandFarms(tx: Tx, context: ClientContext, farms: readonly number[]): Promise<void> {
  if (farms.length === 0) return;
  const visible = farmsInScope(context, farms) ?? farms;
  const { rows } = await sql<{ id: number }>`
    select id from farm where client_id = ${context.client} and id = any(${visible}::bigint[])`.execute(tx);
  demandFound(farms, rows, 'farms');
}
