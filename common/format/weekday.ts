import type { Language } from '#contract/kinds.ts';
import { LOCALES } from './locale.ts';

/** A weekday's name; 1 is Monday. */
export const weekdayText = (weekday: number, language: Language): string =>
  // 1 January 2024 was a Monday.
  new Intl.DateTimeFormat(LOCALES[language], { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday));
