import type { Language } from '#contract/kinds.ts';
import { startI18n } from '#src/core/i18n/i18n.ts';

let language: Language = 'en';
let started: Promise<unknown> | undefined;

/** Sets the language of a file's screens, before the first one is shown. */
export const readIn = (other: Language) => {
  language = other;
};

/** The texts of the screens, loaded once per file. */
export const startTexts = () => (started ??= startI18n(language));
