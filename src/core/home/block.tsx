import { Anchor, Button, Paper, Skeleton, Text, Title } from '@mantine/core';
import { Children, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { failureText } from '#src/core/api/error-text.ts';
import classes from './block.module.css';

interface BlockProps<T> {
  title: string;
  /** The screen with all details; a full address. */
  more?: { label: string; to: string } | undefined;
  of: { data: T | undefined; error: unknown; refetch: () => unknown };
  children: (data: T) => ReactNode;
}

/** A block of home, which loads and fails separately. */
export function Block<T>({ title, more, of: { data, error, refetch }, children }: BlockProps<T>) {
  const { t } = useTranslation('core');
  const id = useId();
  const inside = () => {
    if (data !== undefined) return children(data);
    if (!error) return <Skeleton height={96} data-skeleton aria-busy="true" role="status" aria-label={t('core:loading')} />;
    return (
      <div role="alert">
        <Text c="dimmed" size="sm" mb="xs">
          {failureText(t, error)}
        </Text>
        <Button variant="default" size="xs" onClick={() => void refetch()}>
          {t('core:actions.retry')}
        </Button>
      </div>
    );
  };
  return (
    <Paper component="section" withBorder className={classes.block} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {more && (
          <Anchor component={Link} to={more.to} size="sm">
            {more.label}
          </Anchor>
        )}
      </div>
      {inside()}
    </Paper>
  );
}

/** Shown in a block without content. */
export const Nothing = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" size="sm">
    {children}
  </Text>
);

interface LineProps {
  /** A full address. */
  to: string;
  name: ReactNode;
  detail?: ReactNode;
  /** A drawing across the line. */
  below?: ReactNode;
  value?: ReactNode;
  judged?: 'good' | 'bad' | 'neutral' | undefined;
}

/** A line that links to the source of its figure. */
export function Line({ to, name, detail, below, value, judged }: LineProps) {
  return (
    <li>
      <Link to={to} className={classes.line}>
        <span className={classes.name}>{name}</span>
        {value !== undefined && (
          <span className={classes.value} data-judged={judged}>
            {value}
          </span>
        )}
        {detail && <span className={classes.detail}>{detail}</span>}
        {below && <span className={classes.below}>{below}</span>}
      </Link>
    </li>
  );
}

interface LinesProps {
  children: ReactNode;
  label?: string;
  /** Text for an empty list. */
  none?: string;
}

export const Lines = ({ children, label, none }: LinesProps) =>
  none && Children.count(children) === 0 ? (
    <Nothing>{none}</Nothing>
  ) : (
    <ul className={classes.lines} aria-label={label}>
      {children}
    </ul>
  );
