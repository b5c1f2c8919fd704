import type { GridApi } from 'ag-grid-community';
import type { Shown } from '#common/files/export-input.ts';
import type { TextColumn } from '#common/files/text-column.ts';
import type { Row } from '#contract/reports/shape.ts';
import type { Pins } from './column-state.ts';
import { gridOrdering } from './windows.ts';

export interface GridHandle {
  /** For rows in windows, the loaded ones. */
  shown(): Shown;
  /** In the API's format. */
  ordering(): string;
  /** Keys of the visible columns. */
  visible(): string[];
  show(key: string, visible: boolean): void;
  /** Keys of the pinned columns. */
  pinned(): string[];
  pin(key: string, stays: boolean): void;
  /** Resets order, widths, sort, visibility and pins to those of the report. */
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
      const takeRow = ({ data }: { data?: Row }) => {
        if (data) rows.push(data);
      };
      if (api.getGridOption('rowModelType') === 'infinite') api.forEachNode(takeRow);
      else api.forEachNodeAfterFilterAndSort(takeRow);
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
