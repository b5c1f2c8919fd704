import { texts } from 'virtual:texts';
import i18next, { type i18n, type TFunction } from 'i18next';
import resourcesToBackend from 'i18next-resources-to-backend';
import { initReactI18next } from 'react-i18next';
import type { Language } from '#contract/kinds.ts';
import { firstLanguage, keepLanguage, LANGUAGE_LIST, languageOfTag, languageTag } from './languages.ts';
import { ownQuotes } from './own-quotes.ts';

async function load(tag: string, namespace: string): Promise<Record<string, unknown>> {
  const name = `${languageOfTag(tag)}/${namespace}`;
  const file = texts[name] ?? (await import('virtual:more-texts')).texts[name];
  return file ? (await file()).default : {};
}

const showLanguage = (tag: string) => {
  document.documentElement.lang = tag;
};

/** Starts with a language, by default the device's, and the namespace `core`. Screens request other texts. */
export async function startI18n(language = firstLanguage()): Promise<i18n> {
  i18next.on('languageChanged', showLanguage);
  await i18next
    .use(resourcesToBackend(load))
    .use(initReactI18next)
    .use(ownQuotes)
    .init({
      lng: languageTag(language),
      load: 'currentOnly',
      fallbackLng: false,
      ns: ['core'],
      defaultNS: 'core',
      interpolation: { escapeValue: false },
      postProcess: [ownQuotes.name],
      returnNull: false,
    });
  return i18next;
}

export const currentLanguage = (): Language => languageOfTag(i18next.language);

/** Shows a language and stores it on the device. */
export async function chooseLanguage(language: Language) {
  keepLanguage(language);
  await i18next.changeLanguage(languageTag(language));
}

/** The language chosen on the open sign-in page. */
let chosenBeforeSignIn: Language | null = null;

/** Called when a sign-in page opens: an earlier person's choice no longer counts. */
export const beginSignIn = () => {
  chosenBeforeSignIn = null;
};

/** Chooses a language on a page without sign-in. */
export async function chooseBeforeSignIn(language: Language) {
  chosenBeforeSignIn = language;
  await chooseLanguage(language);
}

/** Shows and stores the signed-in account's language, or the one chosen on the sign-in page. */
export const adoptLanguage = (own: Language) => chooseLanguage(chosenBeforeSignIn ?? own);

/** Texts in all languages at once, to recognise words of any of them. The screen's language stays. */
export async function everyLanguage(namespaces: readonly string[]): Promise<Record<Language, TFunction>> {
  const tags = LANGUAGE_LIST.map(languageTag);
  await new Promise((resolve) => i18next.services.backendConnector.load(tags, namespaces, resolve));
  return Object.fromEntries(LANGUAGE_LIST.map((language) => [language, i18next.getFixedT(languageTag(language))])) as Record<
    Language,
    TFunction
  >;
}
