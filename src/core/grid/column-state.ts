import type { ColumnState } from 'ag-grid-community';

/** Columns that the person pinned or freed. The report and the window decide about the others. */
export type Pins = Readonly<Record<string, boolean>>;

/** A person's layout of a grid: columns with order, width, sort and visibility, and pins. */
export interface GridState {
  columns?: ColumnState[];
  pins?: Pins;
}

/** Renamed columns. Settings of the old one apply to its successors. */
const RENAMED: Readonly<Record<string, readonly string[]>> = {
  cost_of_error: ['loading_cost_of_error', 'unloading_cost_of_error'],
  bias: ['loading_bias'],
};

const renamed = (columns: readonly ColumnState[]): ColumnState[] =>
  columns.flatMap((column) => RENAMED[column.colId]?.map((colId) => ({ ...column, colId })) ?? [column]);

/** Stored on this device. An unreadable state counts as none. */
export function loadGridState(key: string): GridState {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<GridState> | null;
    if (!stored) return {};
    const columns = Array.isArray(stored.columns) ? renamed(stored.columns) : undefined;
    return { columns, ...(stored.pins ? { pins: stored.pins } : {}) };
  } catch {
    return {};
  }
}

export function keepGridState(key: string, state: GridState) {
  try {
    localStorage.setItem(key, JSON.stringify(state));
  } catch {
    // A full or forbidden store only loses the layout.
  }
}
