import { UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DropTarget } from '#src/core/ui/drop.tsx';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import classes from './farm-switcher.module.css';
import type { ShellState } from './use-shell.ts';

const ClientMenu = lazyPart(async () => (await import('./client-menu.tsx')).ClientMenu);

/** Name of the client entered now or last, with a menu of the others. A client's own users have only one. */
export function ClientSwitcher({ shell }: { shell: ShellState }) {
  const { t } = useTranslation('core');
  const { clientName, place } = shell;
  if (place.clientUser) return null;
  return (
    <DropTarget
      popup="menu"
      preload={ClientMenu.preload}
      button={
        <UnstyledButton
          className={classes.switcher}
          aria-label={clientName ? t('core:menu.switch_client', { name: clientName }) : t('core:menu.choose_client')}
        >
          <span className={classes.farm}>{clientName ?? t('core:menu.choose_client')}</span>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      }
    >
      {(drop) => <ClientMenu drop={drop} shell={shell} />}
    </DropTarget>
  );
}
