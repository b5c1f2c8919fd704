import type { Column, ReportAlert, ReportFilters, ReportView, Row } from '#contract/reports/shape.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

/** What the query of a view gives; the rest of the answer is the same for every report. */
export interface Made<V extends Pick<ReportView, 'series'> = ReportView> {
  rows: Row[];
  /** Over all rows, from full precision. */
  totals: Row;
  /** Values of the declared tiles are read from here by their keys; `previous`: over the range of equal length just before. */
  tiles: Row;
  previous?: Row;
  /** Of each declared series; null: there is nothing to draw. */
  series: Readonly<Record<V['series'][number]['key'], Row[]>> | null;
  /** Columns that the data makes, after the declared ones. */
  columns?: Column[];
  title?: string;
  alerts?: ReportAlert[];
  /** Filters that the report itself resolved. */
  filters?: ReportFilters;
}

/** Where a detail lives: the scope's farm and day come from here. */
export interface Place {
  farm: number;
  day: string;
  /** Further filters that make the scope the detail's own. */
  within?: { schedule?: number; batch?: number; group?: number[]; ration?: number[] };
}

/** One report on the server: its query, and that of its detail. */
export interface ReportServer<V extends Pick<ReportView, 'series'> = ReportView> {
  /** What its notes count; feedings when not named. */
  about?: 'batches' | undefined;
  make(scope: ReportScope): Promise<Made<V>>;
  detail?: {
    /** null when nothing of the caller's client has this key. */
    find(scope: Pick<ReportScope, 'client' | 'db'>, key: string): Promise<Place | null>;
    make(scope: ReportScope, key: string): Promise<Made>;
  };
}

/** The rows of one grouping of a statement that gives several (`level`), the level taken off. */
export const atLevel = <R extends { level: string }>(rows: readonly R[], level: string): Omit<R, 'level'>[] =>
  rows.filter((row) => row.level === level).map(({ level: _, ...row }) => row);

export const pick = (row: Row | undefined, keys: readonly string[]): Row =>
  Object.fromEntries(keys.map((key) => [key, row?.[key] ?? null]));
