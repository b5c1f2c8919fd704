import { Badge, Button, Stack, Text } from '@mantine/core';
import { IconCheck, IconLock, IconLockOpen } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Formatter } from '#common/format/formatter.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import classes from './months.module.css';
import { openItems } from './open-items.ts';
import type { MonthRow } from './queries.ts';

type Does = 'close' | 'reopen';

interface Actions {
  onPapers: (row: MonthRow) => void;
  /** Undefined if the user may not close or reopen months. */
  onDo: ((what: Does, row: MonthRow) => void) | undefined;
}

/** State of a month, who closed it, and its open items. */
export function monthColumns(t: TFunction, format: Formatter, { onPapers, onDo }: Actions): ListColumn<MonthRow>[] {
  return [
    {
      key: 'month',
      label: t('pages:months.month'),
      render: ({ month }) => <span className={classes.month}>{format.month(month)}</span>,
    },
    { key: 'state', label: t('pages:months.state'), render: (row) => <StateBadge row={row} t={t} /> },
    {
      key: 'number',
      label: t('pages:months.number'),
      value: ({ closing }) => (closing ? `${closing.number} / ${closing.version}` : null),
    },
    {
      key: 'closed_at',
      label: t('pages:months.closed_at'),
      render: ({ closing }) => (closing ? <ClosedBy closing={closing} t={t} format={format} /> : '–'),
    },
    {
      key: 'open',
      label: t('pages:months.still_open'),
      render: (row) => (row.closed ? '–' : <OpenItems items={openItems(t, row)} t={t} />),
    },
    {
      key: 'papers',
      label: t('pages:papers.open'),
      render: (row) =>
        row.closing ? (
          <MonthButton label={t('pages:papers.title', { month: format.month(row.month) })} onClick={() => onPapers(row)}>
            {t('pages:papers.open')}
          </MonthButton>
        ) : (
          '–'
        ),
    },
    ...(onDo
      ? [
          {
            key: 'go',
            label: t('pages:months.action'),
            render: (row: MonthRow) => {
              if (!row.over) return '–';
              const what: Does = row.closed ? 'reopen' : 'close';
              return (
                <MonthButton label={t(`pages:months.${what}_of`, { month: format.month(row.month) })} onClick={() => onDo(what, row)}>
                  {t(`pages:months.${what}`)}
                </MonthButton>
              );
            },
          },
        ]
      : []),
  ];
}

const STATE_CLASSES = { root: classes.state, label: classes.state };

function StateBadge({ row: { closed, over }, t }: { row: MonthRow; t: TFunction }) {
  if (closed) {
    return (
      <Badge variant="light" classNames={STATE_CLASSES} leftSection={<IconLock size={12} aria-hidden />}>
        {t('pages:months.closed')}
      </Badge>
    );
  }
  return (
    <Badge color={over ? 'straw' : 'gray'} variant="light" classNames={STATE_CLASSES} leftSection={<IconLockOpen size={12} aria-hidden />}>
      {t(over ? 'pages:months.is_open' : 'pages:months.running')}
    </Badge>
  );
}

interface ClosedByProps {
  closing: NonNullable<MonthRow['closing']>;
  t: TFunction;
  format: Formatter;
}

/** When and by whom a month was closed, and reopened. */
const ClosedBy = ({ closing, t, format }: ClosedByProps) => (
  <Stack gap={0}>
    <span className={classes.at}>{format.value('datetime', closing.closed_at)}</span>
    <span>{closing.closed_by_name ?? '–'}</span>
    {closing.reopened_at && (
      <Text size="xs" c="dimmed">
        {t('pages:months.reopened', {
          at: format.value('datetime', closing.reopened_at),
          by: closing.reopened_by_name ?? '–',
          reason: closing.reason,
        })}
      </Text>
    )}
  </Stack>
);

const OpenItems = ({ items, t }: { items: readonly string[]; t: TFunction }) =>
  items.length > 0 ? (
    <span className={classes.open}>{items.join(' · ')}</span>
  ) : (
    <span className={classes.nothing}>
      <IconCheck size={14} aria-hidden />
      {t('pages:months.nothing_open')}
    </span>
  );

const MonthButton = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) => (
  <Button
    size="xs"
    variant="default"
    classNames={{ root: classes.action, label: classes.actionLabel }}
    aria-label={label}
    onClick={onClick}
  >
    {children}
  </Button>
);
