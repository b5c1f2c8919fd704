import { Group, Paper, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { SKELETON_ROWS } from '../ui/table-skeleton.tsx';
import classes from './list-cards.module.css';
import { ListCell } from './list-cell.tsx';
import type { ListProps } from './list-grid.tsx';
import { RowActions } from './row-actions.tsx';

/** The same rows for a phone: one card each, the first column as its heading. */
export function ListCards<Row extends { id: number }>({ label, columns, rows, nameOf, onOpen, actions, dimmed }: ListProps<Row>) {
  const { t } = useTranslation('core');
  const format = useFormat();
  const [first, ...rest] = columns;
  const shown = rest.filter((column) => !column.secondary);

  if (!rows) {
    return (
      <Stack gap="xs" aria-busy="true" aria-label={t('core:loading')}>
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <Skeleton key={String(index)} height={56 + shown.length * 20} radius="sm" data-skeleton />
        ))}
      </Stack>
    );
  }
  return (
    <Stack gap="xs" component="ul" className={classes.list} aria-label={label} data-dimmed={dimmed || undefined}>
      {rows.map((row) => (
        <Paper key={row.id} component="li" withBorder className={classes.card}>
          <Group justify="space-between" wrap="nowrap" mih={36}>
            {onOpen ? (
              <UnstyledButton className={classes.name} onClick={() => onOpen(row)}>
                {first && <ListCell column={first} row={row} format={format} />}
              </UnstyledButton>
            ) : (
              <Text fw={600} component="div">
                {first && <ListCell column={first} row={row} format={format} />}
              </Text>
            )}
            {actions && <RowActions actions={actions(row)} name={nameOf(row)} />}
          </Group>
          <dl className={classes.facts}>
            {shown.map((column) => {
              const key = column.kind && format.unit(column.kind);
              return (
                <div key={column.key}>
                  <dt>{column.label + (key ? `, ${t(key, format.unitValues)}` : '')}</dt>
                  <dd>
                    <ListCell column={column} row={row} format={format} />
                  </dd>
                </div>
              );
            })}
          </dl>
        </Paper>
      ))}
    </Stack>
  );
}
