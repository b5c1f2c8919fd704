import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Drop } from '#src/core/ui/drop.tsx';
import { DropMenu } from '#src/core/ui/drop-place.tsx';
import type { MenuItem } from './menu.ts';
import classes from './mobile-menu.module.css';

/** List of screens or sections to open. */
export function MobileMenuList({ drop, items }: { drop: Drop; items: readonly Omit<MenuItem, 'screens'>[] }) {
  const { t } = useTranslation(['core', 'operations', 'reports', 'admin']);
  return (
    <DropMenu drop={drop} width="calc(100vw - 32px)">
      <Menu.Dropdown className={classes.dropdown}>
        {items.map(({ title, icon: Icon, to, current }) => (
          <Menu.Item
            key={to}
            component={Link}
            to={to}
            className={classes.item}
            aria-current={current}
            leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
          >
            {t(title)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </DropMenu>
  );
}
