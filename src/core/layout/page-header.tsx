import { Anchor, Breadcrumbs, Button, Group, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useContext } from 'react';
import { Link } from 'react-router-dom';
import classes from './page-header.module.css';
import { RouteTabs } from './route-tabs.tsx';
import { TabsContext } from './tabs-context.ts';
import { useAskedToAdd } from './use-asked-to-add.ts';
import { useDocumentTitle } from './use-document-title.ts';

export interface Crumb {
  label: string;
  /** A full address; `useAppPath` makes it. */
  to: string;
}

interface PageHeaderProps {
  title: string;
  /** Where the page stands, from the outermost; the page itself is not among them. */
  crumbs?: readonly Crumb[];
  /** What the page is about: the farm, the day. */
  detail?: ReactNode;
  actions?: ReactNode;
  /** Begins a new row of what the page lists; stands after the other actions. */
  add?: { label: string; onClick: () => void };
  /** What is chosen from, on one line with the title: the screen has little room to spare. */
  bar?: ReactNode;
}

/** The top of every screen, with the tabs that it stands among. It names the browser's tab, too. */
export function PageHeader({ title, crumbs = [], detail, actions, add, bar }: PageHeaderProps) {
  const tabs = useContext(TabsContext);
  useDocumentTitle(title);
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
