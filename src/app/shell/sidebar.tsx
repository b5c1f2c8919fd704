import { useTranslation } from 'react-i18next';
import { homeOf } from '#src/app/start.ts';
import { Brand } from './brand.tsx';
import { MenuLink } from './menu-link.tsx';
import { prefetchScreen } from './prefetch.ts';
import classes from './sidebar.module.css';
import type { ShellState } from './use-shell.ts';

/** The menu at the side; the open section shows its screens. */
export function Sidebar({ shell }: { shell: ShellState }) {
  const { t } = useTranslation('core');
  const { active, groups, items } = shell;
  const turnTo = (to: string) => {
    const entry = groups.flatMap(({ entries }) => entries).find((one) => one.to === to);
    if (entry) prefetchScreen(entry.screen);
  };
  return (
    <aside className={classes.sidebar}>
      <div className={classes.brand}>
        <Brand to={homeOf(shell.me)} />
      </div>
      <nav className={classes.nav} aria-label={t('core:menu.main')}>
        <ul className={classes.list}>
          {items.map((item) => (
            <li key={item.title}>
              <MenuLink {...item} className={classes.link} onTurn={() => turnTo(item.to)} />
              {item.screens.length > 0 && (
                <ul className={classes.list} aria-label={t(item.title)}>
                  {item.screens.map(({ screen, to }) => (
                    <li key={screen.id}>
                      <MenuLink
                        {...screen}
                        to={to}
                        current={active?.to === to ? 'page' : undefined}
                        className={`${classes.link} ${classes.screen}`}
                        onTurn={() => turnTo(to)}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </aside>
  );
}
