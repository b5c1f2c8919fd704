import { Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TextColumn } from '#common/files/text-column.ts';
import classes from './definitions.module.css';
import { Formula } from './hints.tsx';

/** How each figure is made, in words, beside the figures. */
export function Definitions({ columns }: { columns: readonly TextColumn[] }) {
  const { t } = useTranslation('reports');
  return (
    <Paper component="section" withBorder p="md" aria-label={t('reports:view.definitions')}>
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
