import { useTranslation } from 'react-i18next';
import { chooseBeforeSignIn } from '#src/core/i18n/i18n.ts';
import { LANGUAGE_LIST, LANGUAGE_NAMES, languageTag } from '#src/core/i18n/languages.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import classes from './language-links.module.css';

/** All languages, each in its own words, for people who can't read the present one. */
export function LanguageLinks() {
  const { t } = useTranslation('core');
  const current = useLanguage();
  return (
    <nav className={classes.languages} aria-label={t('core:menu.language')}>
      {LANGUAGE_LIST.map((language) => (
        <button
          key={language}
          type="button"
          lang={languageTag(language)}
          aria-pressed={language === current}
          onClick={() => chooseBeforeSignIn(language)}
        >
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
    </nav>
  );
}
