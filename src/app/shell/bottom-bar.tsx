import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '#common/texts/text-keys.gen.ts';
import { DropTarget } from '#src/core/ui/drop.tsx';
import classes from './bottom-bar.module.css';
import { MenuLink } from './menu-link.tsx';
import { MobileMenuList } from './mobile-menu-list.tsx';
import type { ShellState } from './use-shell.ts';

const PLACES = 5;

/** Sections that people open on a phone, in this order. */
const FIRST: readonly TextKey[] = ['core:menu.home', 'core:menu.feeding', 'core:menu.stock', 'core:menu.reports'];

/** The menu's entries with the phone's first sections before the others. */
const rankItems = <Item extends { title: TextKey }>(items: readonly Item[]): Item[] => [
  ...FIRST.flatMap((title) => items.filter((item) => item.title === title)),
  ...items.filter(({ title }) => !FIRST.includes(title)),
];

/** Short forms of names that are too long for a fifth of a phone's width. */
const SHORT: Partial<Record<TextKey, TextKey>> = {
  'core:menu.herd': 'operations:short_menu.herd',
  'core:menu.month': 'operations:short_menu.month',
};

/** The menu of a phone at the bottom of the screen: its first entries, and one that opens the others. */
export function BottomBar({ shell: { items } }: { shell: ShellState }) {
  const { t } = useTranslation('core');
  const tooMany = items.length > PLACES;
  const ranked = tooMany ? rankItems(items) : items;
  const shown = tooMany ? ranked.slice(0, PLACES - 1) : ranked;
  const others = ranked.slice(shown.length);
  return (
    <nav className={classes.bar} aria-label={t('core:menu.main')}>
      {shown.map((item) => (
        <MenuLink key={item.title} {...item} title={SHORT[item.title] ?? item.title} className={classes.entry} />
      ))}
      {others.length > 0 && (
        <DropTarget
          popup="menu"
          button={
            <UnstyledButton className={classes.entry} data-current={others.some(({ current }) => current) || undefined}>
              <IconChevronDown className={classes.more} size={18} stroke={1.6} aria-hidden />
              <span>{t('core:menu.more')}</span>
            </UnstyledButton>
          }
        >
          {(drop) => <MobileMenuList drop={drop} items={others} />}
        </DropTarget>
      )}
    </nav>
  );
}
