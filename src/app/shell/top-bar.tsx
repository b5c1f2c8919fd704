import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { homeOf } from '#src/app/start.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { Brand } from './brand.tsx';
import { ClientSwitcher } from './client-switcher.tsx';
import { FarmSwitcher } from './farm-switcher.tsx';
import classes from './top-bar.module.css';
import type { ShellState } from './use-shell.ts';
import { UserMenu } from './user-menu.tsx';

const MobileMenu = lazyPart(async () => (await import('./mobile-menu.tsx')).MobileMenu);

const mac = navigator.userAgent.includes('Mac');

interface TopBarProps {
  shell: ShellState;
  small: boolean | undefined;
  onSearch: () => void;
  /** Between search and user. */
  children: ReactNode;
}

export function TopBar({ shell, small, onSearch, children }: TopBarProps) {
  const { t } = useTranslation('core');
  return (
    <header className={classes.bar}>
      <div className={classes.phone}>
        <Brand to={homeOf(shell.me)} compact />
        {small && (
          <Suspense>
            <MobileMenu shell={shell} />
          </Suspense>
        )}
      </div>
      <div className={classes.place}>
        <ClientSwitcher shell={shell} />
        <FarmSwitcher shell={shell} />
      </div>
      <div className={classes.tools}>
        <UnstyledButton className={classes.search} onClick={onSearch}>
          <IconSearch size={16} aria-hidden />
          <span>{t('core:palette.open')}</span>
          <Kbd size="xs">{mac ? '⌘' : t('core:key_control')} K</Kbd>
        </UnstyledButton>
        <ActionIcon
          className={classes.searchIcon}
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t('core:palette.open')}
          onClick={onSearch}
        >
          <IconSearch size={20} aria-hidden />
        </ActionIcon>
        {children}
        <UserMenu me={shell.me} />
      </div>
    </header>
  );
}
