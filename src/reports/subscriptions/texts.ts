import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { weekdayText } from '#common/format/weekday.ts';
import { definedKey } from '#common/texts/keys.ts';
import { reportNamed } from '#contract/reports/index.ts';
import { BOARD_SHARE } from '#contract/reports/shares.ts';
import { sendingError } from '#src/core/report/share/last-mails.tsx';
import type { Subscription } from './values.ts';

export const hourText = (hour: number, format: Formatter) => format.time(`${String(hour).padStart(2, '0')}:00`);

/** The name of a saved report, or the word for a board. */
export function reportText(t: TFunction, id: string): string {
  if (id === BOARD_SHARE) return t('reports:boards.one');
  const report = reportNamed(id);
  return report ? t(definedKey(report.label)) : id;
}

/** `Each week: Monday, 06:00`. */
export function turnText({ every, weekday, month_day, hour }: Subscription, t: TFunction, format: Formatter): string {
  const time = hourText(hour, format);
  if (every === 'day') return `${t('pages:sending.turns.day')}, ${time}`;
  if (every === 'month') return `${t('pages:sending.on_month_day', { day: format.value('count', month_day) })}, ${time}`;
  return `${t('pages:sending.turns.week')}: ${weekdayText(weekday, format.language)}, ${time}`;
}

/** A recipient's answer, when they were asked, and why that mail couldn't be sent. */
export function addressText({ state, requested_at, error }: Subscription['addresses'][number], t: TFunction, format: Formatter): string {
  const parts = [t(`pages:sending.addresses.${state}`)];
  if (state === 'waiting' && requested_at) parts.push(t('pages:sending.addresses.asked', { at: format.value('datetime', requested_at) }));
  if (state === 'waiting' && error) parts.push(sendingError(error, t));
  return parts.join(', ');
}

/** Result of a subscription: why it stopped, that it is off, or the last sending. */
export function resultText({ active, stopped, last_state, last_at, fetched_at }: Subscription, t: TFunction, format: Formatter) {
  const at = (instant: string) => format.value('datetime', instant);
  if (stopped) return { text: sendingError(stopped, t), bad: true };
  if (!active) return { text: t('pages:sending.off'), bad: false };
  if (fetched_at) return { text: t('pages:sending.fetched', { at: at(fetched_at) }), bad: false };
  if (!last_state || !last_at) return { text: '', bad: false };
  return { text: `${t(`pages:sending.states.${last_state}`)}, ${at(last_at)}`, bad: last_state === 'failed' };
}
