import type { GridApi } from 'ag-grid-community';
import type { Shown } from '#common/files/export-input.ts';
import type { TextColumn } from '#common/files/text-column.ts';
import type { Row } from '#contract/reports/shape.ts';
import type { Pins } from './column-state.ts';
import { gridOrdering } from './windows.ts';

export interface GridHandle {
  /** Of rows that come in windows, those that have come. */
  shown(): Shown;
  /** As the API takes it. */
  ordering(): string;
  /** Keys of the columns that are not hidden. */
  visible(): string[];
  show(key: string, visible: boolean): void;
  /** Keys of the columns that stay while the others scroll. */
  pinned(): string[];
  pin(key: string, stays: boolean): void;
  /** Order, widths, sort, visibility and what stays as the report gives them. */
  resetColumns(): void;
}

export function gridHandle(
  api: GridApi<Row>,
  columns: () => readonly TextColumn[],
  onPins: (change: (pins: Pins) => Pins) => void,
): GridHandle {
  const keys = () => api.getAllDisplayedColumns().map((column) => column.getColId());
  return {
    shown() {
      const byKey = new Map(columns().map((column) => [column.key, column]));
      const rows: Row[] = [];
      const take = ({ data }: { data?: Row }) => {
        if (data) rows.push(data);
      };
      if (api.getGridOption('rowModelType') === 'infinite') api.forEachNode(take);
      else api.forEachNodeAfterFilterAndSort(take);
      return { columns: keys().flatMap((key) => byKey.get(key) ?? []), rows };
    },
    ordering: () => gridOrdering(api),
    visible: keys,
    show: (key, visible) => api.setColumnsVisible([key], visible),
    pinned: () => (api.getColumns() ?? []).flatMap((column) => (column.isPinned() ? column.getColId() : [])),
    pin(key, stays) {
      api.setColumnsPinned([key], stays ? 'left' : null);
      onPins((pins) => ({ ...pins, [key]: stays }));
    },
    resetColumns() {
      onPins(() => ({}));
      api.resetColumnState();
    },
  };
}
