import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWindowTitle } from '#src/core/ui/window-title.ts';
import classes from './front-page.module.css';
import { LanguageLinks } from './language-links.tsx';

/** The frame of the pages that need no sign-in. `title`: empty until it is known. */
export function FrontPage({ title, children }: { title: string; children: ReactNode }) {
  const { t, i18n } = useTranslation('core');
  useWindowTitle(title);
  return (
    <div className={classes.page} lang={i18n.language}>
      <aside className={classes.side} aria-hidden>
        <span className={classes.brand}>Manger</span>
        <p className={classes.claim}>{t('core:auth.claim')}</p>
      </aside>
      <main className={classes.main}>
        <LanguageLinks />
        <div className={classes.card}>
          <span className={classes.small}>Manger</span>
          <h1 className={classes.title}>{title || 'Manger'}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}
