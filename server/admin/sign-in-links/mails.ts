import type { TFunction } from 'i18next';
import type { Language } from '#contract/kinds.ts';
import type { Mail } from '#server/platform/runtime/mailer.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';

interface LinkMail {
  kind: 'invitation' | 'reset';
  /** Equal for each attempt of one mail. */
  id: string;
  email: string;
  language: Language;
  /** The inviting person's company, or the product's name. */
  company: string;
  url: string;
}

/** The mail with the link, in the person's language. */
export async function buildLinkMail({ kind, id, email, language, company, url }: LinkMail): Promise<Mail> {
  const t = await textsOf(language);
  const [subject, text, ignore] = readTexts(t, kind, { company, email });
  return { id, to: email, subject, text: `${[text, '', url, '', ignore].join('\n')}\n`, language };
}

const readTexts = (t: TFunction, kind: LinkMail['kind'], values: { company: string; email: string }): [string, string, string] =>
  kind === 'invitation'
    ? [
        t('pages:sign_in_link.invitation_mail.subject', values),
        t('pages:sign_in_link.invitation_mail.text', values),
        t('pages:sign_in_link.invitation_mail.ignore', values),
      ]
    : [
        t('pages:sign_in_link.reset_mail.subject', values),
        t('pages:sign_in_link.reset_mail.text', values),
        t('pages:sign_in_link.reset_mail.ignore', values),
      ];
