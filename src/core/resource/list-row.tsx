import { Skeleton, Table, UnstyledButton } from '@mantine/core';
import { memo } from 'react';
import type { Formatter } from '#common/format/formatter.ts';
import { isRight, isWords, type ListColumn } from './column.ts';
import { ListCell } from './list-cell.tsx';
import classes from './list-grid.module.css';
import type { ListLine, ListWindow } from './list-window.ts';
import { type RowAction, RowActions } from './row-actions.tsx';

interface ListRowProps<Row extends { id: number }> extends ListLine<Row> {
  columns: readonly ListColumn<Row>[];
  format: Formatter;
  nameOf: (row: Row) => string;
  onOpen?: (row: Row) => void;
  actions?: (row: Row) => readonly RowAction[];
  /** For a long list, which numbers its rows. */
  measure?: ListWindow<Row>['measure'];
}

/** The height of rows that aren't drawn. */
export const RowGap = ({ height }: { height: number }) => (
  <tr aria-hidden className={classes.gap}>
    <td style={{ height }} />
  </tr>
);

function Line<Row extends { id: number }>(props: ListRowProps<Row>) {
  const { index, row, gap, columns, format, nameOf, onOpen, actions, measure } = props;
  const place = measure && { ref: measure, 'data-index': index, 'aria-rowindex': index + 2 };
  if (!row) {
    return (
      <>
        {gap > 0 && <RowGap height={gap} />}
        <Table.Tr {...place} data-skeleton>
          {columns.map(({ key, kind }) => (
            <Table.Td key={key}>
              <Skeleton height={14} width="60%" ml={isRight(kind) ? 'auto' : 0} />
            </Table.Td>
          ))}
          {actions && <Table.Td className={classes.actions} />}
        </Table.Tr>
      </>
    );
  }
  return (
    <>
      {gap > 0 && <RowGap height={gap} />}
      <Table.Tr {...place} data-opens={onOpen ? true : undefined} onClick={onOpen && (() => onOpen(row))}>
        {columns.map((column, at) => (
          <Table.Td key={column.key} data-right={isRight(column.kind) || column.right} data-words={isWords(column) || undefined}>
            {at === 0 && onOpen ? (
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
    </>
  );
}

/** One row of a list. Visible rows aren't rendered again while a long list scrolls. */
export const ListRow = memo(Line) as typeof Line;
