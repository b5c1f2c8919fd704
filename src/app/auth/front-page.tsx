import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './front-page.module.css';
import { LanguageLinks } from './language-links.tsx';

/** What stands around the pages that need no sign-in. */
export function FrontPage({ title, children }: { title: string; children: ReactNode }) {
  const { t, i18n } = useTranslation('core');
  return (
    <div className={classes.page} lang={i18n.language}>
      <aside className={classes.side} aria-hidden>
        <span className={classes.brand}>Manger</span>
        <p className={classes.claim}>{t('core:auth.claim')}</p>
      </aside>
      <main className={classes.main}>
        <div className={classes.card}>
          <span className={classes.small}>Manger</span>
          <h1 className={classes.title}>{title}</h1>
          {children}
        </div>
        <LanguageLinks />
      </main>
    </div>
  );
}
