import type { Language } from '#contract/kinds.ts';
import { LOCALES } from './locale.ts';

/** A number of past days in words: today, yesterday, 3 days ago. */
export const daysAgo = (days: number, language: Language): string =>
  new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' }).format(-days, 'day');
