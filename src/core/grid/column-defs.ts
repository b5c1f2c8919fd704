import type { ColDef, ColGroupDef } from 'ag-grid-community';
import { cellText } from '#common/files/input.ts';
import { headerWithUnit, type TextColumn } from '#common/files/text-column.ts';
import { align } from '#common/format/kinds.ts';
import { cellOrder } from '#common/format/order.ts';
import type { Cell, Row } from '#contract/reports/shape.ts';
import { markOf, marksOf } from './judge.ts';
import { StatusCell } from './status-cell.tsx';
import { type WidthOptions, widthOf } from './widths.ts';

export interface DefOptions extends WidthOptions {
  /** The word of the total row, and its column. */
  total: { key: string | undefined; word: () => string };
  /** The rows whose deviations are red. */
  worst: ReadonlySet<Row>;
}

function columnDef(column: TextColumn, columns: readonly TextColumn[], options: DefOptions): ColDef<Row, Cell> {
  const { format, total } = options;
  const right = align(column.kind) === 'right';
  const { least, first, share, isSentence } = widthOf(column, options);
  return {
    colId: column.key,
    headerName: headerWithUnit(column),
    // Keys may contain dots, which `field` would read as a path.
    valueGetter: ({ data }) => data?.[column.key] ?? null,
    valueFormatter: ({ value, data, node }) => {
      // A row that isn't loaded shows nothing.
      if (!node?.rowPinned) return data ? cellText(format, column, value) : '';
      if (column.key === total.key) return total.word();
      return value === null || value === undefined ? '' : cellText(format, column, value);
    },
    comparator: cellOrder(format.language),
    initialHide: column.hidden ?? false,
    pinned: options.pinned.has(column.key) && 'left',
    minWidth: least,
    initialWidth: first,
    initialFlex: share,
    headerClass: right ? 'grid-right' : undefined,
    cellClass: right ? 'grid-right' : column.kind === 'status' ? 'grid-status' : isSentence ? 'grid-sentence' : undefined,
    cellRenderer: column.kind === 'status' ? StatusCell : undefined,
    cellClassRules: Object.fromEntries(
      marksOf(column, columns).map((mark) => [
        `grid-${mark}`,
        ({ data }) => data !== undefined && markOf(column, columns, data, options.worst) === mark,
      ]),
    ),
  };
}

/** Neighbouring columns with one heading form a group, which stays together when columns move. */
export function columnDefs(columns: readonly TextColumn[], options: DefOptions): (ColDef<Row, Cell> | ColGroupDef<Row>)[] {
  const defs: (ColDef<Row, Cell> | ColGroupDef<Row>)[] = [];
  for (const column of columns) {
    const def = columnDef(column, columns, options);
    const last = defs.at(-1);
    if (!column.heading) defs.push(def);
    else if (last && 'children' in last && last.headerName === column.heading) last.children.push(def);
    else defs.push({ headerName: column.heading, groupId: `${column.heading}-${column.key}`, marryChildren: true, children: [def] });
  }
  return defs;
}
