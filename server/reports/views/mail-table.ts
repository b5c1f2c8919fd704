import { sql } from 'kysely';
import { sendingPeriods } from '#contract/reports/subscriptions.ts';
import { viewMails } from '#contract/reports/views.ts';
import type { RowOf } from '#contract/resource.ts';
import type { Tx } from '#server/db/database.ts';
import { invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import type { TableOf } from '#server/platform/resource/table.ts';
import { askNew } from '#server/reports/subscriptions/addresses.ts';
import { nextDue } from '#server/reports/subscriptions/due.ts';
import { ofPerson } from '#server/reports/subscriptions/owner.ts';
import { stillThere, subscribedFields } from '#server/reports/subscriptions/table.ts';
import { authorOf, ownOnly } from './tables.ts';

export const viewMailTable: TableOf<typeof viewMails, 'person_subscription'> = {
  contract: viewMails,
  table: 'person_subscription',
  installation: true,
  joins: 'join person_view v on v.id = t.view_id',
  fields: { saved: 't.view_id', saved_name: 'v.name', report_type: 'v.report_type', ...subscribedFields('person') },
  columns: { saved: 'view_id' },
  visibleTo: ownOnly,
  search: ['v.name'],
  order: 'v.name',
  remove: 'hard',
  title: (row) => row.saved_name,
  prepare: oneByOne(async (tx, context, { before, after }) => {
    const account = authorOf(context);
    const next = after as RowOf<typeof viewMails>;
    if (before && next.saved !== before.saved) throw invalid('saved', 'invalid_value');
    if (!context.services.mailer) throw invalid('recipients', 'invalid_value');
    const report = await demandOwnView(tx, account, next.saved);
    if (!sendingPeriods(report).includes(next.period)) throw invalid('period', 'invalid_value');
    const recipients = await stillThere(tx, [...new Set(next.recipients)]);
    if (recipients.length === 0) throw invalid('recipients', 'blank');
    if (next.active) await askNew(tx, context.services, ofPerson(account), recipients, next.language);
    const next_at = next.active ? nextDue(next, next.timezone, context.services.now()).toISOString() : null;
    return { account_id: account, recipients, stopped: null, next_at };
  }),
};

/** The report of the caller's view, which is locked; 400 if there is no such view. */
async function demandOwnView(tx: Tx, account: number, id: number): Promise<string> {
  const { rows } = await sql<{ report_type: string }>`
    select report_type from person_view where id = ${id} and account_id = ${account} for key share`.execute(tx);
  if (!rows[0]) throw invalid('saved', 'invalid_value');
  return rows[0].report_type;
}
