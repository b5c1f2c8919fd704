import { Anchor, Breadcrumbs, Button, Group, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useContext } from 'react';
import { Link } from 'react-router-dom';
import { useHeadingTitle } from '#src/core/ui/window-title.ts';
import classes from './page-header.module.css';
import { RouteTabs } from './route-tabs.tsx';
import { TabsContext } from './tabs-context.ts';
import { useAskedToAdd } from './use-asked-to-add.ts';

export interface Crumb {
  label: string;
  /** A full address, as `useAppPath` returns it. */
  to: string;
}

interface PageHeaderProps {
  title: string;
  /** Path to the page, outermost first, without the page itself. */
  crumbs?: readonly Crumb[];
  /** Farm, day or similar that the page shows. */
  detail?: ReactNode;
  actions?: ReactNode;
  /** Adds a row to the page's list; shown after the other actions. */
  add?: { label: string; onClick: () => void };
  /** Controls on one line with the title, for screens with little room. */
  bar?: ReactNode;
}

/** Header of every screen, with the tabs of its set. Also sets the title of the browser's tab. */
export function PageHeader({ title, crumbs = [], detail, actions, add, bar }: PageHeaderProps) {
  const tabs = useContext(TabsContext);
  useHeadingTitle(title);
  useAskedToAdd(add);
  return (
    <>
      <header className={classes.header} data-bar={bar ? true : undefined}>
        <div className={classes.words}>
          {crumbs.length > 0 && (
            <Breadcrumbs separatorMargin={6} className={classes.crumbs}>
              {crumbs.map(({ label, to }) => (
                <Anchor key={to} component={Link} to={to} size="xs" c="dimmed">
                  {label}
                </Anchor>
              ))}
            </Breadcrumbs>
          )}
          <Title order={1} lineClamp={bar ? 1 : 2} title={title}>
            {title}
          </Title>
          {detail && (
            <Text c="dimmed" component="div">
              {detail}
            </Text>
          )}
        </div>
        {bar}
        {(actions || add) && (
          <Group gap="xs">
            {actions}
            {add && (
              <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add.onClick}>
                {add.label}
              </Button>
            )}
          </Group>
        )}
      </header>
      {tabs.length > 1 && <RouteTabs tabs={tabs} />}
    </>
  );
}
