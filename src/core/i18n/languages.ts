import type { Language } from '#contract/kinds.ts';

/** Each language by its own name, in the order of the switcher. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  uk: 'Українська',
  ru: 'Русский',
  en: 'English',
  pl: 'Polski',
  nl: 'Nederlands',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  ro: 'Română',
  us: 'English (US)',
  et: 'Eesti',
};

/** A language by its own name. An unknown code (of an older change) is returned as it is. */
export const languageName = (code: string): string => LANGUAGE_NAMES[code as Language] ?? code;

export const LANGUAGE_LIST = Object.keys(LANGUAGE_NAMES) as Language[];

const STORAGE_KEY = 'manger';
const DEFAULT: Language = 'uk';

const isLanguage = (value: string | null): value is Language => value !== null && Object.hasOwn(LANGUAGE_NAMES, value);

/** The language stored on this device by a choice or a sign-in; null before the first one. */
export function chosenLanguage(): Language | null {
  const stored = localStorage.getItem(STORAGE_KEY);
  return isLanguage(stored) ? stored : null;
}

/** The first language of the browser that the application supports; otherwise Ukrainian. */
export function browserLanguage(): Language {
  const preferred = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return preferred.find(isLanguage) ?? DEFAULT;
}

/** The language before a sign-in, and at each start. `index.html` decides in the same way. */
export const firstLanguage = (): Language => chosenLanguage() ?? browserLanguage();

export const keepLanguage = (language: Language) => localStorage.setItem(STORAGE_KEY, language);

/** The tag for plural rules, screen readers and hyphenation. `us` is our own name. */
export const languageTag = (language: Language): string => (language === 'us' ? 'en-US' : language);

export const languageOfTag = (tag: string): Language => (tag === 'en-US' ? 'us' : isLanguage(tag) ? tag : DEFAULT);
