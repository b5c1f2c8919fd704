import { Badge, Button, Stack, Text } from '@mantine/core';
import { IconCheck, IconLock, IconLockOpen } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
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
    {
      key: 'state',
      label: t('pages:months.state'),
      render: (row) => {
        if (row.closed) {
          return (
            <Badge
              variant="light"
              classNames={{ root: classes.state, label: classes.state }}
              leftSection={<IconLock size={12} aria-hidden />}
            >
              {t('pages:months.closed')}
            </Badge>
          );
        }
        return (
          <Badge
            color={row.over ? 'straw' : 'gray'}
            variant="light"
            classNames={{ root: classes.state, label: classes.state }}
            leftSection={<IconLockOpen size={12} aria-hidden />}
          >
            {t(row.over ? 'pages:months.is_open' : 'pages:months.running')}
          </Badge>
        );
      },
    },
    {
      key: 'number',
      label: t('pages:months.number'),
      value: ({ closing }) => (closing ? `${closing.number} / ${closing.version}` : null),
    },
    {
      key: 'closed_at',
      label: t('pages:months.closed_at'),
      render: (row) => {
        const { closing } = row;
        if (!closing) return '–';
        return (
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
      },
    },
    {
      key: 'open',
      label: t('pages:months.still_open'),
      render: (row) => {
        if (row.closed) return '–';
        const items = openItems(t, row);
        return items.length > 0 ? (
          <span className={classes.open}>{items.join(' · ')}</span>
        ) : (
          <span className={classes.nothing}>
            <IconCheck size={14} aria-hidden />
            {t('pages:months.nothing_open')}
          </span>
        );
      },
    },
    {
      key: 'papers',
      label: t('pages:papers.open'),
      render: (row) =>
        row.closing ? (
          <Button
            size="xs"
            variant="default"
            classNames={{ root: classes.action, label: classes.actionLabel }}
            aria-label={t('pages:papers.title', { month: format.month(row.month) })}
            onClick={() => onPapers(row)}
          >
            {t('pages:papers.open')}
          </Button>
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
                <Button
                  size="xs"
                  variant="default"
                  classNames={{ root: classes.action, label: classes.actionLabel }}
                  aria-label={t(`pages:months.${what}_of`, { month: format.month(row.month) })}
                  onClick={() => onDo(what, row)}
                >
                  {t(`pages:months.${what}`)}
                </Button>
              );
            },
          },
        ]
      : []),
  ];
}
