import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { Note } from '#contract/reports/shape.ts';

/** `Unfinished loads: 3 (1 234 kg, 5 600 ₴)`. */
export function noteText({ code, count, value, money }: Note, t: TFunction, format: Formatter): string {
  const amounts = [
    value !== 0 && `${format.value('weight', value)} ${t(format.unit('weight'))}`,
    money !== 0 && format.money(money),
  ].filter(Boolean);
  const text = `${t(`reports:note.${code}`)}: ${format.value('count', count)}`;
  return amounts.length > 0 ? `${text} (${amounts.join(', ')})` : text;
}
