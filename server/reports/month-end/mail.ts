import { sql } from 'kysely';
import type { Language } from '#contract/kinds.ts';
import { monthRange } from '#contract/periods.ts';
import { MAX_PAPER_MAILS, type PapersMailed, type PapersMailWays } from '#contract/reports/month-end.ts';
import type { Tx } from '#server/db/database.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError, conflict, fieldError } from '#server/platform/errors.ts';
import { notify } from '#server/platform/runtime/events.ts';
import type { Servers } from '#server/reports/kit/endpoints.ts';
import { askAgain } from '#server/reports/subscriptions/addresses.ts';
import { demandFromDay } from '#server/reports/subscriptions/daily-bound.ts';
import { ofClient } from '#server/reports/subscriptions/owner.ts';
import { demandAccounts } from './lacking.ts';
import { papersOf } from './papers.ts';
import type { Asked } from './parcel.ts';

/** Whether mail can go out, to whom, and what became of the latest. */
export async function waysOf({ client, db, services }: ClientContext): Promise<PapersMailWays> {
  const [{ rows }, { rows: mails }] = await Promise.all([
    sql<{ email: string }>`select email from mail_address where client_id = ${client} and state = 'confirmed' order by email`.execute(db),
    sql<PapersMailWays['mails'][number]>`
      select id, recipient, papers ->> 'month' as month, state, error, due_at, sent_at,
        case state when 'waiting' then next_attempt_at end as next_attempt_at
      from report_sending where client_id = ${client} and papers is not null order by due_at desc, id desc limit ${MAX_PAPER_MAILS}`.execute(
      db,
    ),
  ]);
  return { email: services.mailer !== null && services.publicUrl !== '', addresses: rows.map(({ email }) => email), mails };
}

/** Asks the owner of an address whether papers may come, once a day at most. */
export async function askOwner(context: ClientContext, email: string, language: Language): Promise<void> {
  if (!context.services.mailer) throw conflict('illegal_status', {}, 'email');
  await context.write((tx) => askAgain(tx, context.services, ofClient(context.client), email, language));
}

/** 409 unless the owner of the address has confirmed; the row is locked until the transaction ends. */
async function demandConfirmed(tx: Tx, client: number, email: string): Promise<void> {
  const { rows } = await sql`
    select id from mail_address where client_id = ${client} and email = ${email} and state = 'confirmed' for share`.execute(tx);
  if (!rows[0]) throw conflict('none_confirmed', {}, 'email');
}

/**
 * Puts the documents' mail into the outbox, once, even if it is requested again while it waits. Known obstacles are reported before;
 * answers of the mail server are shown in the list of mails.
 */
export async function mailPapers(context: ClientContext, servers: Servers, query: Asked): Promise<PapersMailed> {
  const { client, services } = context;
  const { id: account } = accountOf(context.principal);
  if (!services.mailer) throw conflict('illegal_status', {}, 'email');
  const { email, farms, month, language } = query;
  const papers = (await papersOf(context, { farms, month, language, field: 'farms.*' })).filter(({ blank }) => blank !== null);
  if (papers.length === 0) throw new ApiError(404, { papers: [fieldError('not_found')] });
  await context.write((tx) => demandConfirmed(tx, client, email));
  await demandAccounts(context, servers, papers, month);
  const now = services.now().toISOString();
  const { after, before } = monthRange(month);
  const id = await context.write(async (tx) => {
    await demandConfirmed(tx, client, email);
    const { rows } = await sql<{ id: number; made: boolean }>`
      insert into report_sending (client_id, papers, asked_by, recipient, due_at, from_day, to_day, next_attempt_at)
      values (${client}, ${JSON.stringify({ farms: farms.toSorted((a, b) => a - b), month, language })}::jsonb, ${account}::bigint, ${email}, ${now},
        ${after}::date, ${before}::date, ${now})
      on conflict (client_id, recipient, md5(papers::text)) where papers is not null and state = 'waiting' do update set recipient = excluded.recipient
      returning id, (xmax = 0) as made`.execute(tx);
    const [put] = rows as [(typeof rows)[number]];
    if (put.made) await demandFromDay(tx, services, ofClient(client), 'reports', 1, 'email');
    await notify(tx, client, 'subscriptions', []);
    return put.id;
  });
  return { id, papers: papers.length };
}
