import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { unitGap } from '#common/files/text-column.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import type { Density } from '#src/core/layout/density.ts';
import { SkeletonRows } from '#src/core/ui/skeleton-rows.tsx';
import { isRight, type ListColumn } from './column.ts';
import classes from './list-grid.module.css';
import { ListRow, RowGap } from './list-row.tsx';
import type { ListState } from './list-state.ts';
import type { ListLine, ListWindow } from './list-window.ts';
import type { RowAction } from './row-actions.tsx';
import type { ColumnWidths } from './use-column-widths.ts';

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
  density?: Density;
  /** Set while rows may be selected. */
  choice?: RowChoice<Row>;
  /** The drawn part of a long list, instead of `rows`. */
  part?: ListWindow<Row>;
}

/** Selects rows: with a click while rows are selected, at any time with Ctrl, Shift or a long press. */
export interface RowChoice<Row> {
  /** null while nothing is selected. */
  chosen: ReadonlyMap<number, Row> | null;
  choose: (row: Row, isRange: boolean) => void;
}

/** For a long list with its own scrolling. */
export interface ScrollerProps {
  ref: Ref<HTMLDivElement>;
  /** Fixed widths of columns, independent of the visible rows. */
  widths?: ColumnWidths;
  /** Height of the content above it, in px. */
  above: number;
}

export const withoutGaps = <Row,>(rows: readonly Row[] | undefined) => rows?.map((row, index): ListLine<Row> => ({ index, row, gap: 0 }));

interface HeadingProps {
  column: { sort?: string | undefined; right?: boolean | undefined; kind?: ListColumn<never>['kind'] };
  state: ListState;
  children: ReactNode;
}

/** A column's heading, which sorts the list if the column can be sorted. */
function Heading({ column: { sort, kind, right }, state, children }: HeadingProps) {
  const descending = state.ordering === `-${sort}` ? 'descending' : undefined;
  const ordered = state.ordering === sort ? 'ascending' : descending;
  return (
    <Table.Th className={classes.head} data-right={isRight(kind) || right} aria-sort={sort ? ordered : undefined}>
      {sort ? (
        <UnstyledButton className={classes.sort} onClick={() => state.setOrdering(ordered === 'ascending' ? `-${sort}` : sort)}>
          {children}
          {ordered === 'ascending' && <IconArrowUp size={14} aria-hidden />}
          {ordered === 'descending' && <IconArrowDown size={14} aria-hidden />}
        </UnstyledButton>
      ) : (
        children
      )}
    </Table.Th>
  );
}

export function ListGrid<Row extends { id: number }>(props: ListProps<Row> & { scroller?: ScrollerProps }) {
  const { label, columns, state, nameOf, onOpen, actions, dimmed, density, choice, part, scroller } = props;
  const { t } = useTranslation('core');
  const format = useFormat();
  const lines = part?.lines ?? withoutGaps(props.rows);
  const heading = ({ label, kind, unit }: ListColumn<Row>) => {
    const key = kind && unit !== false && format.unit(kind);
    if (!key) return label;
    const shown = t(key, format.unitValues);
    return (
      <span>
        {label},{unitGap(shown)}
        <span className={classes.unit}>{shown}</span>
      </span>
    );
  };
  const long = scroller && {
    ref: scroller.ref,
    'data-long': true,
    style: { '--above': `${scroller.above}px` },
    role: 'region',
    tabIndex: 0,
    'aria-label': label,
  };

  return (
    <Table.ScrollContainer minWidth={480} type="native" className={classes.scroller} {...long}>
      <Table
        className={classes.grid}
        data-wide={columns.length > 7 || undefined}
        data-density={density}
        data-fixed={scroller?.widths ? true : undefined}
        miw={scroller?.widths?.all}
        aria-label={label}
        aria-busy={lines === undefined || dimmed}
        aria-rowcount={part && part.count + 1}
        data-dimmed={dimmed || undefined}
      >
        {scroller?.widths && (
          <colgroup>
            {scroller.widths.percents.map((percent, at) => (
              <col key={String(at)} style={{ width: `${percent}%` }} />
            ))}
          </colgroup>
        )}
        <Table.Thead>
          <Table.Tr aria-rowindex={part && 1}>
            {columns.map((column) => (
              <Heading key={column.key} column={column} state={state}>
                {heading(column)}
              </Heading>
            ))}
            {actions && (
              <Table.Th className={classes.actions}>
                <VisuallyHidden>{t('core:list.actions')}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines === undefined && <SkeletonRows columns={columns.length + (actions ? 1 : 0)} />}
          {lines?.map((line) => (
            <ListRow
              key={part ? line.index : line.row?.id}
              {...line}
              columns={columns}
              format={format}
              nameOf={nameOf}
              onOpen={onOpen}
              actions={actions}
              isChosen={line.row && choice?.chosen?.has(line.row.id)}
              onChoose={choice?.choose}
              measure={part?.measure}
            />
          ))}
          {part && part.after > 0 && <RowGap height={part.after} />}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
