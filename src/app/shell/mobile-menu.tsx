import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DropTarget } from '#src/core/ui/drop.tsx';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import classes from './mobile-menu.module.css';
import type { ShellState } from './use-shell.ts';

const MobileMenuList = lazyPart(async () => (await import('./mobile-menu-list.tsx')).MobileMenuList);

/** On a phone: the current screen with a dropdown of its section's other screens, or of all screens if it has no section. */
export function MobileMenu({ shell }: { shell: ShellState }) {
  const { t } = useTranslation(['core', 'operations', 'reports', 'admin']);
  const { active, items } = shell;
  const open = items.find(({ screens }) => screens.length > 0);
  const choice = open?.screens.map(({ screen, to }) => ({ ...screen, to, current: active?.to === to ? ('page' as const) : undefined }));
  return (
    <DropTarget
      popup="menu"
      preload={MobileMenuList.preload}
      button={
        <UnstyledButton className={classes.active} aria-label={open ? t(open.title) : t('core:menu.main')}>
          <span>{active ? t(active.screen.title) : t('core:menu.choose')}</span>
          <IconChevronDown size={18} aria-hidden />
        </UnstyledButton>
      }
    >
      {(drop) => <MobileMenuList drop={drop} items={choice ?? items} />}
    </DropTarget>
  );
}
