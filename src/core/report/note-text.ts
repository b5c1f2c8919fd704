import type { TFunction } from 'i18next';
import type { Note } from '../../../contract/reports/shape.ts';
import type { Formatter } from '../format/formatter.ts';

/** `3 loads left incomplete: 1 234 kg, 5 600 ₴`. */
export function noteText(note: Note, t: TFunction, format: Formatter): string {
  const amounts = [
    note.value !== 0 && `${format.value('weight', note.value)} ${t(format.unit('weight'))}`,
    note.money !== 0 && format.money(note.money),
  ].filter(Boolean);
  const text = t(`reports:note.${note.code}`, { count: note.count });
  return amounts.length > 0 ? `${text}: ${amounts.join(', ')}` : text;
}
