import type { ColumnState } from 'ag-grid-community';

const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** What a person made of a grid: columns with their order, width, sort and visibility, and the density. */
export interface GridState {
  columns?: ColumnState[];
  density: Density;
}

const FIRST: GridState = { density: 'comfortable' };

/** Remembered on this device; a state that can't be read is as none. */
export function loadGridState(key: string): GridState {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<GridState> | null;
    if (!stored || !DENSITIES.includes(stored.density as Density)) return FIRST;
    return { density: stored.density!, columns: Array.isArray(stored.columns) ? stored.columns : undefined };
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
