import { sql } from 'kysely';
import { isForm, type SavedFilters } from '#contract/operations/blanks.ts';
import { isOffered, reportNamed } from '#contract/reports/index.ts';
import { BOARD_SHARE } from '#contract/reports/shares.ts';
import { sendingFormats, sendingPeriods, subscriptions } from '#contract/reports/subscriptions.ts';
import type { RowOf } from '#contract/resource.ts';
import type { Tx } from '#server/db/database.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import { type ClientContext, demand, farmsInScope } from '#server/platform/context.ts';
import { ApiError, invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import type { TableOf } from '#server/platform/resource/table.ts';
import { readSharedBoard } from '#server/reports/boards/named-board.ts';
import { toSavedQuery } from '#server/reports/kit/author.ts';
import { askNew } from './addresses.ts';
import { nextDue } from './due.ts';
import { lackingOf } from './form.ts';
import { type Owner, ofClient, TABLES } from './owner.ts';

export type Subscription = RowOf<typeof subscriptions>;

/** The fields of a subscription from other tables: each recipient's answer (no row means never asked), and its latest mails. */
export function subscribedFields(kind: Owner['kind']) {
  const { key, addresses, sendings } = TABLES[kind].names;
  const own = `s.${key} = t.${key} and s.subscription_id = t.id`;
  const latest = `(select max(s.due_at) from ${sendings} s where ${own})`;
  return {
    addresses: `(select coalesce(json_agg(json_build_object('email', r.email, 'state', coalesce(m.state, 'waiting'), 'error', coalesce(m.error, ''),
        'requested_at', to_char(m.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by r.place), '[]')
      from unnest(t.recipients) with ordinality r (email, place) left join ${addresses} m on m.${key} = t.${key} and m.email = r.email)`,
    last_state: `(select case when bool_or(s.state = 'failed') then 'failed' when bool_or(s.state = 'waiting') then 'waiting'
        when bool_or(s.state = 'sent') then 'sent' else min(s.state) end
      from ${sendings} s where ${own} and s.due_at = ${latest})`,
    last_at: latest,
  };
}

/** A subscription survives the deletion of its saved filter; it is hidden and sends nothing until the filter is restored. */
export const subscriptionTable: TableOf<typeof subscriptions, 'report_subscription'> = {
  contract: subscriptions,
  table: 'report_subscription',
  joins: `join additional_report a on a.client_id = t.client_id and a.id = t.additional_id
    join farm on farm.client_id = t.client_id and farm.id = a.farm_id
    join account on account.id = t.account_id`,
  fields: {
    saved: 't.additional_id',
    saved_name: 'a.name',
    report_type: 'a.report_type',
    farm: 'a.farm_id',
    farm_name: 'farm.name',
    timezone: 'farm.timezone',
    ...subscribedFields('client'),
    author: 't.account_id',
    author_name: `coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), account.email)`,
  },
  columns: { saved: 'additional_id' },
  farm: 'a.farm_id',
  visibleTo: () => sql`not a.deleted`,
  search: ['a.name', 'farm.name'],
  order: 'a.name',
  remove: 'hard',
  title: (row) => row.saved_name,
  historic: ({ addresses: _r, fetched_at: _f, next_at: _n, last_state: _s, last_at: _a, ...row }) => row,
  prepare: oneByOne(async (tx, context, { before, after }) => {
    const next = after as Subscription;
    if (before && next.saved !== before.saved) throw invalid('saved', 'invalid_value');
    if (before && next.way !== before.way) throw invalid('way', 'invalid_value');
    const timezone = await demandSaved(tx, context, next);
    if (next.way === 'email') {
      if (!context.services.mailer) throw invalid('way', 'invalid_value');
    }
    const recipients = await stillThere(tx, [...new Set(next.recipients)]);
    if (next.way === 'email' && recipients.length === 0) throw invalid('recipients', 'blank');
    if (before) await dropHeld(tx, context.client, next.id, recipients);
    if (next.way === 'email' && next.active) await askNew(tx, context.services, ofClient(context.client), recipients, next.language);
    return {
      recipients,
      // Mails have the rights of the last person to save. Changing the recipients gives nobody another's figures.
      account_id: accountOf(context.principal).id,
      stopped: null,
      next_at: next.way === 'email' && next.active ? nextDue(next, timezone, context.services.now()).toISOString() : null,
    };
  }),
};

/** The recipients without those who were erased while this was being written; the others aren't until it is. */
export async function stillThere(tx: Tx, recipients: string[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    with named as materialized (select id, lower(email) as email from account where lower(email) = any(${recipients}) and erased_at is null),
    held as materialized (select id from account where id in (select id from named) and erased_at is null for key share)
    select email from named where id not in (select id from held)`.execute(tx);
  const erased = new Set(rows.map(({ email }) => email));
  return recipients.filter((recipient) => !erased.has(recipient.toLowerCase()));
}

/** Drops the waiting mails of removed recipients. */
const dropHeld = (tx: Tx, client: number, id: number, recipients: readonly string[]) =>
  sql`
    delete from report_sending
    where client_id = ${client} and subscription_id = ${id} and state = 'held' and recipient <> all(${recipients}::text[])`.execute(tx);

/** The timezone of the saved filter's farm; 400 at the field unless the caller may see that report, and it can be sent like that. */
async function demandSaved(tx: Tx, context: ClientContext, { saved, language, format, period }: Subscription): Promise<string> {
  const farms = farmsInScope(context);
  const { rows } = await sql<{ report_type: string; filters: SavedFilters; timezone: string }>`
    select a.report_type, a.filters, f.timezone from additional_report a join farm f on f.client_id = a.client_id and f.id = a.farm_id
    where a.client_id = ${context.client} and a.id = ${saved} and a.kind = 'filter' and not a.deleted
      ${farms ? sql`and a.farm_id = any(${farms})` : sql``}`.execute(tx);
  const [row] = rows;
  if (!row) throw invalid('saved', 'invalid_value');
  const { report_type, filters } = row;
  if (report_type === BOARD_SHARE) await demandBoard(context, filters);
  else demandReport(context, report_type, filters, language);
  if (!sendingFormats(report_type).includes(format)) throw invalid('format', 'invalid_value');
  if (!sendingPeriods(report_type).includes(period)) throw invalid('period', 'invalid_value');
  return row.timezone;
}

function demandReport(context: ClientContext, type: string, filters: SavedFilters, language: Subscription['language']): void {
  const definition = reportNamed(type);
  if (!definition || (isForm(definition.id) && lackingOf(definition.id, filters))) throw invalid('saved', 'invalid_value');
  demand(context, definition.permission, 'view', definition.module);
  if (!isOffered(definition, language)) throw invalid('language', 'invalid_value');
}

/** 400 unless the caller sees the saved board. */
async function demandBoard(context: ClientContext, filters: SavedFilters): Promise<void> {
  await readSharedBoard(context, toSavedQuery(filters)).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 400 ? invalid('saved', 'invalid_value') : error;
  });
}
