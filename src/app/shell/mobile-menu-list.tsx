import { Menu } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Drop } from '#src/core/ui/drop.tsx';
import { DropMenu } from '#src/core/ui/drop-place.tsx';
import classes from './mobile-menu.module.css';
import type { ShellState } from './use-shell.ts';

/** Every screen of the menu, under its headings. */
export function MobileMenuList({ drop, shell }: { drop: Drop; shell: ShellState }) {
  const { t } = useTranslation(['core', 'operations', 'reports', 'admin']);
  const { active, groups } = shell;
  return (
    <DropMenu drop={drop} width="calc(100vw - 32px)">
      <Menu.Dropdown className={classes.dropdown}>
        {groups.map(({ section, entries }) => (
          <Fragment key={section}>
            <Menu.Label>{t(`core:menu.${section}`)}</Menu.Label>
            {entries.map(({ screen, to }) => (
              <Menu.Item
                key={screen.id}
                component={Link}
                to={to}
                className={classes.item}
                aria-current={active?.to === to ? 'page' : undefined}
                leftSection={<screen.icon size={18} stroke={1.6} aria-hidden />}
              >
                {t(screen.title)}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </DropMenu>
  );
}
