import type { ColumnState } from 'ag-grid-community';

const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** Columns that the person pinned or freed. The report and the window decide about the others. */
export type Pins = Readonly<Record<string, boolean>>;

/** A person's layout of a grid: columns with order, width, sort and visibility, pins, and density. */
export interface GridState {
  columns?: ColumnState[];
  density: Density;
  pins?: Pins;
}

/** Renamed columns. Settings of the old one apply to its successors. */
const RENAMED: Readonly<Record<string, readonly string[]>> = {
  cost_of_error: ['loading_cost_of_error', 'unloading_cost_of_error'],
  bias: ['loading_bias'],
};

const renamed = (columns: readonly ColumnState[]): ColumnState[] =>
  columns.flatMap((column) => RENAMED[column.colId]?.map((colId) => ({ ...column, colId })) ?? [column]);

const FIRST: GridState = { density: 'compact' };

/** Stored on this device. An unreadable state counts as none. */
export function loadGridState(key: string): GridState {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<GridState> | null;
    if (!stored || !DENSITIES.includes(stored.density as Density)) return FIRST;
    const columns = Array.isArray(stored.columns) ? renamed(stored.columns) : undefined;
    return { density: stored.density!, columns, ...(stored.pins ? { pins: stored.pins } : {}) };
  } catch {
    return FIRST;
  }
}

export function keepGridState(key: string, state: GridState) {
  try {
    localStorage.setItem(key, JSON.stringify(state));
  } catch {
    // A full or forbidden store only loses the layout.
  }
}
