import type { TFunction } from 'i18next';
import { createFormatter, type Formatter } from '#common/format/formatter.ts';
import { codeKey } from '#common/texts/keys.ts';
import type { Kind, Language } from '#contract/kinds.ts';
import { TOLD } from '#contract/reports/signal-words.ts';
import type { signals } from '#contract/reports/signals.ts';
import type { RowOf } from '#contract/resource.ts';
import type { Conventions } from '#contract/words.ts';
import type { Mail } from '#server/platform/runtime/mailer.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';

type Signal = RowOf<typeof signals>;

/** Whose words and units it is in, and whose client it is of. */
export interface Addressee extends Pick<Conventions, 'units' | 'clock'> {
  language: Language;
  currency: string;
  client_name: string;
}

/** More than these are counted: a mail is read on a phone. */
const MOST_LINES = 40;

function figure(t: TFunction, format: Formatter, kind: Kind, value: number | null): string {
  if (kind === 'percent') return format.percent(value);
  const unit = format.unit(kind);
  return unit ? `${format.value(kind, value)} ${t(unit, format.unitValues)}` : format.value(kind, value);
}

/** A signal in two lines: what it is of, and what it says. */
function linesOf(t: TFunction, format: Formatter, signal: Signal): string[] {
  const { kind } = TOLD[signal.rule];
  const about = [signal.subject_name, signal.ingredient_name, signal.farm_name].filter(Boolean).join(' · ');
  const beside = [
    ...(signal.limit === null ? [] : [`${t('pages:signals.mail_limit')} ${figure(t, format, kind, signal.limit)}`]),
    ...(signal.target === null ? [] : [`${t('pages:signals.mail_usual')} ${figure(t, format, kind, signal.target)}`]),
  ].join(', ');
  const figures = [
    ...(signal.value === null ? [] : [`${figure(t, format, kind, signal.value)}${beside ? ` (${beside})` : ''}`]),
    ...(signal.kg === null ? [] : [figure(t, format, 'weight', signal.kg)]),
    ...(signal.money === null ? [] : [format.money(signal.money)]),
    t('pages:signals.mail_since', { date: format.value('date', signal.since) }),
  ];
  return [`• ${t(codeKey('pages:signals.rules', signal.rule))}: ${about}`, `  ${figures.join(' · ')}`];
}

/** What the mail says: plain text, in the language and units of whoever gets it, what costs most first. */
export async function signalMail(
  { language, units, clock, currency, client_name }: Addressee,
  rows: readonly Signal[],
  publicUrl: string,
): Promise<(consent: string | null) => Pick<Mail, 'subject' | 'text' | 'language'>> {
  const t = await textsOf(language);
  const format = createFormatter({ language, units, clock, timezone: 'UTC', currency });
  const client = client_name.replace(/\s+/g, ' ').trim();
  const further = rows.length - MOST_LINES;
  const lines = [
    ...rows.slice(0, MOST_LINES).flatMap((row) => linesOf(t, format, row)),
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
