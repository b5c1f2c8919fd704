import type { Language } from '#contract/kinds.ts';
import { startI18n } from '#src/core/i18n/i18n.ts';

let language: Language = 'en';
let started: Promise<unknown> | undefined;

/** Screens of a file are in another language than English: said before the first is shown. */
export const readIn = (other: Language) => {
  language = other;
};

/** The texts of screens, started once a file. */
export const startTexts = () => (started ??= startI18n(language));
