import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import classes from './mobile-menu.module.css';
import type { ShellState } from './use-shell.ts';

/** On a phone the active screen shows, with a dropdown for the others. */
export function MobileMenu({ shell }: { shell: ShellState }) {
  const { t } = useTranslation(['core', 'operations', 'reports', 'admin']);
  const { active, groups } = shell;
  return (
    <Menu width="calc(100vw - 32px)" position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.active} aria-label={t('core:menu.main')}>
          <span>{active ? t(active.screen.title) : t('core:menu.choose')}</span>
          <IconChevronDown size={18} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
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
    </Menu>
  );
}
