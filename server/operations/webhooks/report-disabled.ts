import { sql } from 'kysely';
import type { Language } from '#contract/kinds.ts';
import type { WebhookError } from '#contract/operations/webhooks.ts';
import type { Services } from '#server/platform/context.ts';
import type { Mail, MailFailure } from '#server/platform/runtime/mailer.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';

/** An owner with a confirmed address, for one disabled webhook. */
interface Report {
  client: number;
  webhook: number;
  url: string;
  reason: WebhookError;
  disabled_at: string;
  account: number;
  email: string;
  language: Language;
}

/** Mails the owners of clients whose webhooks were disabled, once for each disabling. Only confirmed addresses get mail. */
export async function reportDisabledWebhooks(services: Services): Promise<void> {
  const { mailer, database, log } = services;
  if (!mailer) return;
  const { rows } = await sql<Report>`
    select w.client_id as client, w.id as webhook, w.url, w.disabled_reason as reason, w.disabled_at, a.id as account, lower(a.email) as email, a.language
    from webhook w
    join client c on c.id = w.client_id and not c.locked
    join account a on a.client_id = w.client_id and a.user_type = 'client' and not a.deleted and not a.locked
    join mail_address d on d.client_id = w.client_id and d.email = lower(a.email) and d.state = 'confirmed'
    where w.disabled_at is not null and w.reported_at is null and not w.deleted
    order by w.client_id, w.id, a.id`.execute(database.acrossClients());
  for (const report of rows) {
    try {
      await mailer.send(await buildMail(report, services.publicUrl));
    } catch (error) {
      log.warn({ client: report.client, webhook: report.webhook, error: String(error) }, 'failed to mail a disabled webhook');
      // A later run repeats the mail under the same id.
      if (!(error as MailFailure).final) continue;
    }
    await sql`
      update webhook set reported_at = ${services.now().toISOString()}
      where client_id = ${report.client} and id = ${report.webhook} and disabled_at = ${report.disabled_at}`.execute(
      database.forClient(report.client),
    );
  }
}

async function buildMail(
  { client, webhook, url, reason, disabled_at, account, email, language }: Report,
  publicUrl: string,
): Promise<Mail> {
  const t = await textsOf(language);
  const cause = reason === '' ? '' : t(`pages:webhooks.errors.${reason}`, { status: '' });
  return {
    id: `webhook-${client}-${webhook}-${account}-${Date.parse(disabled_at)}`,
    to: email,
    subject: `${t('pages:webhooks.title')} · ${t('pages:webhooks.states.disabled')}`,
    text: `${[url, cause, '', t('pages:webhooks.mail_text'), ...(publicUrl ? [publicUrl] : [])].join('\n')}\n`,
    language,
  };
}
