import type { Language } from '#contract/kinds.ts';
import type { Mail } from '#server/platform/runtime/mailer.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import type { ActiveSubscription } from './active-subscriptions.ts';
import type { Content } from './content.ts';

const toLanguageTag = (language: Language) => (language === 'us' ? 'en-US' : language);

/** The mail next to its file: short plain text in the file's language. */
export function mailOf(
  { owner, name, sender, language }: Pick<ActiveSubscription, 'owner' | 'name' | 'sender' | 'language'>,
  { report, days, about, place, t }: Pick<Content, 'report' | 'days' | 'about' | 'place' | 't'>,
  publicUrl: string,
  consent: string | null,
): Pick<Mail, 'subject' | 'text' | 'language'> {
  const lines = [
    report === name ? report : `${name} (${report})`,
    ...about.map(({ label, value }) => `${label}: ${value}`),
    `${t('reports:filter.period')}: ${days}`,
    '',
    t('pages:sending.mail_attached'),
    owner.kind === 'person' ? t('pages:views.mail_why', { name: sender }) : t('pages:sending.mail_why', { client: sender }),
    ...(publicUrl ? [publicUrl] : []),
    ...(consent ? ['', t('pages:mail_consent.mail_stop'), consent] : []),
  ];
  return { subject: [name, place, days].filter(Boolean).join(' · '), text: `${lines.join('\n')}\n`, language: toLanguageTag(language) };
}

/** Asks the owner of an address. All that a client can put into it is its name, in one line. */
export async function requestMail(
  { sender, email, language }: { sender: string; email: string; language: Language },
  url: string,
): Promise<Pick<Mail, 'subject' | 'text' | 'language'>> {
  const t = await textsOf(language);
  const client = sender.replace(/\s+/g, ' ').trim();
  const lines = [
    t('pages:mail_consent.mail_text', { client, email }),
    '',
    t('pages:mail_consent.mail_do'),
    url,
    '',
    t('pages:mail_consent.mail_ignore'),
  ];
  return { subject: t('pages:mail_consent.title', { client }), text: `${lines.join('\n')}\n`, language: toLanguageTag(language) };
}
