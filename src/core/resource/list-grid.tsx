import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';
import { isRight, type ListColumn } from './column.ts';
import { ListCell } from './list-cell.tsx';
import classes from './list-grid.module.css';
import type { ListState } from './list-state.ts';
import { type RowAction, RowActions } from './row-actions.tsx';

export interface ListProps<Row extends { id: number }> {
  label: string;
  columns: readonly ListColumn<Row>[];
  /** Undefined while they load. */
  rows: readonly Row[] | undefined;
  state: ListState;
  nameOf: (row: Row) => string;
  onOpen?: (row: Row) => void;
  actions?: (row: Row) => readonly RowAction[];
  dimmed: boolean;
}

export function ListGrid<Row extends { id: number }>({ label, columns, rows, state, nameOf, onOpen, actions, dimmed }: ListProps<Row>) {
  const { t } = useTranslation('core');
  const format = useFormat();
  const unit = (column: ListColumn<Row>) => {
    const key = column.kind && column.unit !== false && format.unit(column.kind);
    return key ? `, ${t(key, format.unitValues)}` : '';
  };
  const ordered = (column: ListColumn<Row>) =>
    state.ordering === column.sort ? 'ascending' : state.ordering === `-${column.sort}` ? 'descending' : undefined;

  return (
    <Table.ScrollContainer minWidth={480} type="native" className={classes.scroller}>
      <Table
        className={classes.grid}
        data-wide={columns.length > 7 || undefined}
        aria-label={label}
        aria-busy={rows === undefined || dimmed}
        data-dimmed={dimmed || undefined}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th
                key={column.key}
                className={classes.head}
                data-right={isRight(column.kind) || undefined}
                aria-sort={column.sort ? ordered(column) : undefined}
              >
                {column.sort ? (
                  <UnstyledButton
                    className={classes.sort}
                    onClick={() => state.setOrdering(ordered(column) === 'ascending' ? `-${column.sort}` : column.sort!)}
                  >
                    {column.label + unit(column)}
                    {ordered(column) === 'ascending' && <IconArrowUp size={14} aria-hidden />}
                    {ordered(column) === 'descending' && <IconArrowDown size={14} aria-hidden />}
                  </UnstyledButton>
                ) : (
                  column.label + unit(column)
                )}
              </Table.Th>
            ))}
            {actions && (
              <Table.Th className={classes.actions}>
                <VisuallyHidden>{t('core:list.actions')}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows === undefined && <SkeletonRows columns={columns.length + (actions ? 1 : 0)} />}
          {rows?.map((row) => (
            <Table.Tr key={row.id} data-opens={onOpen ? true : undefined} onClick={onOpen && (() => onOpen(row))}>
              {columns.map((column, index) => (
                <Table.Td key={column.key} data-right={isRight(column.kind) || undefined}>
                  {index === 0 && onOpen ? (
                    <UnstyledButton
                      className={classes.open}
                      onClick={(event) => {
                        event.stopPropagation();
                        onOpen(row);
                      }}
                    >
                      <ListCell column={column} row={row} format={format} />
                    </UnstyledButton>
                  ) : (
                    <ListCell column={column} row={row} format={format} />
                  )}
                </Table.Td>
              ))}
              {actions && (
                <Table.Td className={classes.actions}>
                  <RowActions actions={actions(row)} name={nameOf(row)} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
