import { Checkbox, Skeleton, Table, UnstyledButton } from '@mantine/core';
import { type MouseEvent, memo, type ReactNode } from 'react';
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
  /** Undefined while no rows are selected. */
  isChosen?: boolean;
  onChoose?: (row: Row, isRange: boolean) => void;
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
  const { index, row, gap, columns, format, nameOf, onOpen, actions, isChosen, onChoose, measure } = props;
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
  const isSelecting = isChosen !== undefined;
  const click = (event: MouseEvent) => {
    const isChoice = isSelecting || event.shiftKey || event.ctrlKey || event.metaKey;
    if (!onChoose || !isChoice) onOpen?.(row);
    else if (!isOwnControl(event)) onChoose(row, event.shiftKey);
  };
  const first = (column: ListColumn<Row>) => {
    const cell = <ListCell column={column} row={row} format={format} />;
    if (isSelecting)
      return <RowCheckbox name={nameOf(row)} isChosen={isChosen} onChoose={(isRange) => onChoose?.(row, isRange)} cell={cell} />;
    if (!onOpen) return cell;
    return (
      <UnstyledButton
        className={classes.open}
        onClick={(event) => {
          event.stopPropagation();
          click(event);
        }}
      >
        {cell}
      </UnstyledButton>
    );
  };
  return (
    <>
      {gap > 0 && <RowGap height={gap} />}
      <Table.Tr
        {...place}
        data-opens={onOpen || isSelecting ? true : undefined}
        data-chosen={isChosen || undefined}
        onClick={onOpen || onChoose ? click : undefined}
      >
        {columns.map((column, at) => (
          <Table.Td key={column.key} data-right={isRight(column.kind) || column.right} data-words={isWords(column) || undefined}>
            {at === 0 ? first(column) : <ListCell column={column} row={row} format={format} />}
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

/** True for a click on a link or a field inside the row, which keeps its own effect. */
const isOwnControl = ({ target }: MouseEvent) => (target as Element).closest('a, input, label') !== null;

interface RowCheckboxProps {
  name: string;
  isChosen: boolean;
  onChoose: (isRange: boolean) => void;
  cell: ReactNode;
}

/** The first cell of a row while rows are selected. */
const RowCheckbox = ({ name, isChosen, onChoose, cell }: RowCheckboxProps) => (
  <div className={classes.choice}>
    <Checkbox
      aria-label={name}
      checked={isChosen}
      // A click of the keyboard carries Shift, a change doesn't.
      onChange={() => undefined}
      onClick={(event) => {
        event.stopPropagation();
        onChoose(event.shiftKey);
      }}
    />
    <div className={classes.open}>{cell}</div>
  </div>
);

/** One row of a list. Visible rows aren't rendered again while a long list scrolls. */
export const ListRow = memo(Line) as typeof Line;
