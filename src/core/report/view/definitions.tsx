import { Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { textColumns } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import classes from './definitions.module.css';
import { Formula } from './hints.tsx';

/** Explains under the figures how each is calculated; takes no space from the grid. */
export function Definitions({ data, format }: { data: ReportData; format: Formatter }) {
  const { t } = useTranslation('reports');
  if (data.rows.length === 0) return null;
  const columns = textColumns(data.columns, t, format);
  return (
    <Paper component="section" className={classes.section} withBorder p="md" aria-label={t('reports:view.definitions')}>
      <Text component="h2" fw={600} mb={8}>
        {t('reports:view.definitions')}
      </Text>
      <dl className={classes.list}>
        {columns.flatMap(({ key, header, hint }) =>
          hint ? (
            <div key={key}>
              <dt>{header}</dt>
              <dd>
                <Formula hint={hint} columns={columns} />
              </dd>
            </div>
          ) : (
            []
          ),
        )}
      </dl>
    </Paper>
  );
}
