import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { homeOf } from '#src/app/start.ts';
import { Brand } from './brand.tsx';
import { prefetchScreen } from './prefetch.ts';
import classes from './sidebar.module.css';
import type { ShellState } from './use-shell.ts';

export function Sidebar({ shell }: { shell: ShellState }) {
  const { t } = useTranslation(['core', 'operations', 'reports', 'admin']);
  return (
    <aside className={classes.sidebar}>
      <div className={classes.brand}>
        <Brand to={homeOf(shell.me)} />
      </div>
      <nav className={classes.nav} aria-label={t('core:menu.main')}>
        {shell.groups.map(({ section, entries }) => (
          <section key={section} aria-label={t(`core:menu.${section}`)}>
            <h2 className={classes.heading}>{t(`core:menu.${section}`)}</h2>
            <ul className={classes.list}>
              {entries.map(({ screen, to }) => (
                <li key={screen.id}>
                  <Link
                    to={to}
                    className={classes.link}
                    aria-current={shell.active?.to === to ? 'page' : undefined}
                    onMouseEnter={() => prefetchScreen(screen)}
                    onFocus={() => prefetchScreen(screen)}
                  >
                    <screen.icon size={18} stroke={1.6} aria-hidden />
                    <span>{t(screen.title)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </aside>
  );
}
