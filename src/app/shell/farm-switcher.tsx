import { UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DropTarget } from '#src/core/ui/drop.tsx';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import classes from './farm-switcher.module.css';
import type { ShellState } from './use-shell.ts';

const FarmMenu = lazyPart(async () => (await import('./farm-menu.tsx')).FarmMenu);

/** Name of the current farm, after the client's name for its own users, with a menu of the others. */
export function FarmSwitcher({ shell }: { shell: ShellState }) {
  const { t } = useTranslation('core');
  const { farms, farm, clientName, place } = shell;
  if (farms.length === 0 && !(place.clientUser && clientName)) return null;
  return (
    <DropTarget
      popup="menu"
      preload={FarmMenu.preload}
      button={
        <UnstyledButton className={classes.switcher} aria-label={t('core:menu.switch_farm')}>
          {place.clientUser && <span className={classes.client}>{clientName}</span>}
          <span className={classes.farm}>
            {farm?.name ?? t('core:menu.choose_farm')}
            {shell.moreFarms > 0 && ` +${shell.moreFarms}`}
          </span>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      }
    >
      {(drop) => <FarmMenu drop={drop} shell={shell} />}
    </DropTarget>
  );
}
