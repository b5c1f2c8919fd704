import type { TFunction } from 'i18next';
import type { Formatter } from '../format/formatter.ts';
import { presetOf, type Range } from './days.ts';

export const daysText = ({ after, before }: Range, format: Formatter): string => {
  const [from, to] = [format.value('date', after), format.value('date', before)];
  return from === to ? from : `${from} – ${to}`;
};

/** `7 days, 14.11.2026 – 20.11.2026`. */
export function periodText(range: Range, today: string, t: TFunction, format: Formatter): string {
  const preset = presetOf(range, today);
  const days = daysText(range, format);
  return preset ? `${t(`reports:preset.${preset}`)}, ${days}` : days;
}
