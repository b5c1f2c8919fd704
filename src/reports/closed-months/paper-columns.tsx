import { Badge, Button, Group, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import classes from '#src/reports/papers/papers.module.css';
import type { Paper } from '#src/reports/papers/queries.ts';

interface Actions {
  onShow: (paper: Paper) => void;
  /** Undefined: the reader may not issue papers. */
  onIssue: ((paper: Paper) => void) | undefined;
}

/** The name of a paper with its number: `Statement 3/1`. */
export const nameOfPaper = ({ name, number, version }: Paper) => `${name} ${number}/${version}`;

/** Columns: the paper, its issuer, the reason and the hash. */
export function paperColumns(t: TFunction, format: Formatter, { onShow, onIssue }: Actions): ListColumn<Paper>[] {
  const label = (key: 'paper' | 'number' | 'issued' | 'reason' | 'hash' | 'files') => t(`pages:papers.${key}`);
  return [
    {
      key: 'name',
      label: label('paper'),
      render: ({ name, type }) => (
        <>
          <Text size="sm">{name}</Text>
          <Text size="xs" c="dimmed" fw={400}>
            {t(`reports:report.${type}`)}
          </Text>
        </>
      ),
    },
    {
      key: 'number',
      label: label('number'),
      render: ({ number, version, current }) => (
        <span className={classes.number}>
          {`${number}/${version}`}
          {current && <Badge variant="light">{t('pages:papers.current')}</Badge>}
        </span>
      ),
    },
    {
      key: 'issued',
      label: label('issued'),
      render: ({ issued_at, issued_by_name }) => (
        <>
          <div>{format.value('datetime', issued_at)}</div>
          <div>{issued_by_name ?? '–'}</div>
        </>
      ),
    },
    { key: 'reason', label: label('reason'), value: ({ reason }) => reason || t('pages:papers.by_closing') },
    {
      key: 'hash',
      label: label('hash'),
      render: ({ hash }) => (
        <span className={classes.hash} title={hash}>
          {hash.slice(0, 12)}…
        </span>
      ),
    },
    {
      key: 'files',
      label: label('files'),
      render: (paper) => (
        <Group gap={6} justify="flex-end">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('pages:papers.show_of', { paper: nameOfPaper(paper) })}
            onClick={() => onShow(paper)}
          >
            {t('pages:papers.show')}
          </Button>
          {paper.current && onIssue && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('pages:papers.issue_of', { paper: nameOfPaper(paper) })}
              onClick={() => onIssue(paper)}
            >
              {t('pages:papers.issue')}
            </Button>
          )}
        </Group>
      ),
    },
  ];
}
