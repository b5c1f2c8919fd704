import type { TFunction } from 'i18next';
import { createFormatter, type Formatter } from '#common/format/formatter.ts';
import { toSignalText } from '#common/format/signal-value-text.ts';
import { codeKey } from '#common/texts/keys.ts';
import type { Language } from '#contract/kinds.ts';
import type { signals } from '#contract/reports/signals.ts';
import type { RowOf } from '#contract/resource.ts';
import type { Conventions } from '#contract/words.ts';
import type { Mail } from '#server/platform/runtime/mailer.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';

type Signal = RowOf<typeof signals>;

/** The reader's language and units, and the client of the signals. */
export interface Addressee extends Pick<Conventions, 'units' | 'clock'> {
  language: Language;
  currency: string;
  client_name: string;
}

/** More than these are counted: a mail is read on a phone. */
const MAX_LINES = 40;

/** Two lines per signal: its subject and its finding. */
function formatLines(t: TFunction, format: Formatter, signal: Signal): string[] {
  const about = [signal.subject_name, signal.ingredient_name, signal.farm_name].filter(Boolean).join(' · ');
  const beside = [
    ...(signal.limit === null ? [] : [`${t('pages:signals.mail_limit')} ${toSignalText(signal.rule, signal.limit, t, format)}`]),
    ...(signal.target === null ? [] : [`${t('pages:signals.mail_usual')} ${toSignalText(signal.rule, signal.target, t, format)}`]),
  ].join(', ');
  const figures = [
    ...(signal.value === null ? [] : [`${toSignalText(signal.rule, signal.value, t, format)}${beside ? ` (${beside})` : ''}`]),
    ...(signal.kg === null ? [] : [`${format.value('weight', signal.kg)} ${t(format.unit('weight'))}`]),
    ...(signal.money === null ? [] : [format.money(signal.money)]),
    t('pages:signals.mail_since', { date: format.value('date', signal.since) }),
  ];
  return [`• ${t(codeKey('pages:signals.rules', signal.rule))}: ${about}`, `  ${figures.join(' · ')}`];
}

/** The plain text of the mail in its reader's language and units; the most expensive signals come first. */
export async function signalMail(
  { language, units, clock, currency, client_name }: Addressee,
  rows: readonly Signal[],
  publicUrl: string,
): Promise<(consent: string | null) => Pick<Mail, 'subject' | 'text' | 'language'>> {
  const t = await textsOf(language);
  const format = createFormatter({ language, units, clock, timezone: 'UTC', currency });
  const client = client_name.replace(/\s+/g, ' ').trim();
  const further = rows.length - MAX_LINES;
  const lines = [
    ...rows.slice(0, MAX_LINES).flatMap((row) => formatLines(t, format, row)),
    ...(further > 0 ? [t('pages:history.more', { count: further })] : []),
    '',
    t('pages:signals.mail_why', { client }),
    t('pages:signals.mail_choose'),
    ...(publicUrl ? [publicUrl] : []),
  ];
  return (consent) => ({
    subject: `${t('pages:signals.title')} · ${client} · ${rows.length}`,
    text: `${[...lines, ...(consent ? ['', t('pages:mail_consent.mail_stop'), consent] : [])].join('\n')}\n`,
    language: language === 'us' ? 'en-US' : language,
  });
}
