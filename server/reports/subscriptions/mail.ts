import type { Mail } from '#server/platform/runtime/mailer.ts';
import type { Content } from './content.ts';
import type { Standing } from './standing.ts';

/** What stands in the mail beside its file: in the language of the file, short, plain text. */
export function mailOf(
  { name, farm_name, client_name, language }: Pick<Standing, 'name' | 'farm_name' | 'client_name' | 'language'>,
  { report, days, t }: Pick<Content, 'report' | 'days' | 't'>,
  publicUrl: string,
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
  ];
  return { subject: `${name} · ${farm_name} · ${days}`, text: `${lines.join('\n')}\n`, language: language === 'us' ? 'en-US' : language };
}
