import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './papers.module.css';
import type { Paper } from './queries.ts';

/** Shows above a reprint which paper it is of; the reprint itself doesn't contain it. */
export function PaperStamp({ paper, timezone }: { paper: Paper; timezone: string | undefined }) {
  const { t } = useTranslation(['reports', 'pages']);
  const format = useFormat({ timezone });
  const { number, version, issued_at, issued_by_name, hash } = paper;
  return (
    <Text size="xs" c="dimmed" mb="sm" className={classes.stamp} role="status">
      {t('pages:papers.stamp', {
        number: `${number}/${version}`,
        at: format.value('datetime', issued_at),
        by: issued_by_name ?? '–',
        hash,
      })}
    </Text>
  );
}
