import type { ColumnState } from 'ag-grid-community';

const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** Columns that are to stay while the others scroll, or not to, by the person; of the others the report and the window decide. */
export type Pins = Readonly<Record<string, boolean>>;

/** What a person made of a grid: columns with their order, width, sort and visibility, which of them stay, and the density. */
export interface GridState {
  columns?: ColumnState[];
  density: Density;
  pins?: Pins;
}

/** Columns that are called otherwise now: what was chosen for the one holds for those that it became. */
const RENAMED: Readonly<Record<string, readonly string[]>> = {
  cost_of_error: ['loading_cost_of_error', 'unloading_cost_of_error'],
  bias: ['loading_bias'],
};

const renamed = (columns: readonly ColumnState[]): ColumnState[] =>
  columns.flatMap((column) => RENAMED[column.colId]?.map((colId) => ({ ...column, colId })) ?? [column]);

const FIRST: GridState = { density: 'compact' };

/** Remembered on this device; a state that can't be read is as none. */
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
    // A full or forbidden store only costs the memory of the layout.
  }
}
