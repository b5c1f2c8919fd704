import { sql } from 'kysely';
import type { z } from 'zod';
import { createFormatter } from '#common/format/formatter.ts';
import type { Language } from '#contract/kinds.ts';
import type { PapersMail, PapersMailed, PapersMailWays } from '#contract/reports/month-end.ts';
import { firstConventions } from '#contract/words.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict } from '#server/platform/errors.ts';
import type { MailFailure } from '#server/platform/runtime/mailer.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import { partOf, type Work } from '#server/platform/runtime/work.ts';
import type { Servers } from '#server/reports/kit/endpoints.ts';
import { askAgain, consentUrl } from '#server/reports/subscriptions/addresses.ts';
import { demandFromDay } from '#server/reports/subscriptions/daily-bound.ts';
import { archiveOf, type PapersArchive } from './archive.ts';

/** Whether mail can go out, and to whom: those who have confirmed. */
export async function waysOf({ client, db, services }: ClientContext): Promise<PapersMailWays> {
  const { rows } = await sql<{ email: string }>`
    select email from mail_address where client_id = ${client} and state = 'confirmed' order by email`.execute(db);
  return { email: services.mailer !== null && services.publicUrl !== '', addresses: rows.map(({ email }) => email) };
}

/** Asks the owner of an address whether papers may come, once a day at most. */
export async function askOwner(context: ClientContext, email: string, language: Language): Promise<void> {
  if (!context.services.mailer) throw conflict('illegal_status', {}, 'email');
  await context.write((tx) => askAgain(tx, context, email, language));
}

/** The address's row; 409 unless its owner has confirmed. Held until the transaction ends. */
async function demandConfirmed(tx: Tx, client: number, email: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from mail_address where client_id = ${client} and email = ${email} and state = 'confirmed' for share`.execute(tx);
  if (!rows[0]) throw conflict('none_confirmed', {}, 'email');
  return rows[0].id;
}

type Asked = z.output<typeof PapersMail> & { language: Language };

/** Mails the archive to an address that has confirmed, while somebody waits for it: what hinders it is told at once, and nothing is tried later. */
export async function mailPapers(context: ClientContext, servers: Servers, asked: Asked, work: Work): Promise<PapersMailed> {
  const { client, services } = context;
  const { mailer } = services;
  if (!mailer) throw conflict('illegal_status', {}, 'email');
  const { email } = asked;
  await context.write((tx) => demandConfirmed(tx, client, email));
  const archive = await archiveOf(context, servers, { ...asked, field: 'farms.*' }, partOf(work, 0, 0.9));
  await work.progress(0.9);
  const id = await context.write(async (tx) => {
    // They may have changed their mind meanwhile.
    const address = await demandConfirmed(tx, client, email);
    await demandFromDay(tx, services, client, 'reports', 1, 'email');
    return address;
  });
  const mail = await wordsOf(context, asked, archive, consentUrl(services, { client, id, email }));
  await mailer.send(mail).catch(({ message, told }: MailFailure) => {
    services.log.warn({ client, error: message }, 'papers could not be sent');
    // What the mail server said of the address; its own trouble is for who runs the server.
    throw conflict('mail_refused', told === 'unreachable' || told === 'no_entry' ? {} : { values: [told] }, 'email');
  });
  return { papers: archive.papers, bytes: archive.bytes.length };
}

async function wordsOf(context: ClientContext, { email, language, month }: Asked, archive: PapersArchive, consent: string) {
  const { client, services } = context;
  const t = await textsOf(language);
  const { rows } = await sql<{ name: string }>`select company_name as name from client where id = ${client}`.execute(
    services.database.acrossClients(),
  );
  const name = (rows[0]?.name ?? '').replace(/\s+/g, ' ').trim();
  const of = createFormatter({ language, ...firstConventions(language), timezone: 'UTC', currency: 'UAH' }).month(month);
  const lines = [
    `${t('reports:month_end.title')}: ${of}`,
    `${t('reports:filter.client')}: ${name}`,
    t('pages:month_end.mail_text', { number: archive.papers }),
    ...(services.publicUrl ? ['', services.publicUrl] : []),
    '',
    t('pages:mail_consent.mail_stop'),
    consent,
  ];
  return {
    id: `month-${client}-${month}-${services.now().getTime()}`,
    to: email,
    subject: `${t('reports:month_end.title')} · ${name} · ${of}`,
    text: `${lines.join('\n')}\n`,
    language: language === 'us' ? 'en-US' : language,
    file: { name: archive.name, type: 'application/zip', content: archive.bytes },
  };
}
