import { Button, Menu, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { RouteTab } from './route-tab.ts';

/** Tabs that are routes. A phone shows the active one, with a dropdown for the others. */
export function RouteTabRow({ tabs }: { tabs: readonly RouteTab[] }) {
  const { t } = useTranslation('core');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const active = tabs.filter(({ to }) => pathname.startsWith(to.split('?')[0]!)).sort((a, b) => b.to.length - a.to.length)[0];

  if (phone) {
    return (
      <Menu width="target">
        <Menu.Target>
          <Button variant="default" fullWidth justify="space-between" rightSection={<IconChevronDown size={16} aria-hidden />} mb="md">
            {active?.label ?? t('core:menu.choose')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {tabs
            .filter((tab) => tab !== active)
            .map((tab) => (
              <Menu.Item key={tab.to} component={Link} to={tab.to}>
                {tab.label}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
    );
  }
  return (
    <Tabs value={active?.to ?? null} onChange={(to) => to && navigate(to)} mb="md">
      <Tabs.List>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.to} value={tab.to}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
