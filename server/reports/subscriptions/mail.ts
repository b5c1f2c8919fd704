import type { Language } from '#contract/kinds.ts';
import type { Mail } from '#server/platform/runtime/mailer.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import type { ActiveSubscription } from './active-subscriptions.ts';
import type { Content } from './content.ts';

const tagOf = (language: Language) => (language === 'us' ? 'en-US' : language);

/** What stands in the mail beside its file: in the language of the file, short, plain text. */
export function mailOf(
  { name, farm_name, client_name, language }: Pick<ActiveSubscription, 'name' | 'farm_name' | 'client_name' | 'language'>,
  { report, days, t }: Pick<Content, 'report' | 'days' | 't'>,
  publicUrl: string,
  consent: string | null,
): Pick<Mail, 'subject' | 'text' | 'language'> {
  const lines = [
    report === name ? report : `${name} (${report})`,
    `${t('reports:filter.client')}: ${client_name}`,
    `${t('reports:filter.farm')}: ${farm_name}`,
    `${t('reports:filter.period')}: ${days}`,
    '',
    t('pages:sending.mail_attached'),
    t('pages:sending.mail_why', { client: client_name }),
    ...(publicUrl ? [publicUrl] : []),
    ...(consent ? ['', t('pages:mail_consent.mail_stop'), consent] : []),
  ];
  return { subject: `${name} · ${farm_name} · ${days}`, text: `${lines.join('\n')}\n`, language: tagOf(language) };
}

/** Asks the owner of an address. All that a client can put into it is its name, in one line. */
export async function requestMail(
  { client_name, email, language }: { client_name: string; email: string; language: Language },
  url: string,
): Promise<Pick<Mail, 'subject' | 'text' | 'language'>> {
  const t = await textsOf(language);
  const client = client_name.replace(/\s+/g, ' ').trim();
  const lines = [
    t('pages:mail_consent.mail_text', { client, email }),
    '',
    t('pages:mail_consent.mail_do'),
    url,
    '',
    t('pages:mail_consent.mail_ignore'),
  ];
  return { subject: t('pages:mail_consent.title', { client }), text: `${lines.join('\n')}\n`, language: tagOf(language) };
}
