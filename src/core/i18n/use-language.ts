import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/kinds.ts';
import { languageOfTag } from './languages.ts';

/** The language on screen, updated on change. */
export function useLanguage(): Language {
  const { i18n } = useTranslation('core');
  return languageOfTag(i18n.language);
}
