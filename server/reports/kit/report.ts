import type { Item } from '#contract/access.ts';
import type { Cell, Column, Note, ReportAlert, ReportFilters, ReportView, Row } from '#contract/reports/shape.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import type { Facts } from './coverage.ts';

/** Has a cell for each of these, and what else a row brings along. */
type With<K extends string> = Row & { readonly [Key in K]: Cell };
type Series = ReportView['series'][number];

/** A row of a view: a cell for each of its columns. */
export type RowOf<V extends Pick<ReportView, 'columns'>> = With<V['columns'][number]['key']>;
/** The total row of a view: a cell for each column that has a total. */
export type TotalsOf<V extends Pick<ReportView, 'columns'>> = With<Extract<V['columns'][number], { total: string }>['key']>;
type TilesOf<V extends Pick<ReportView, 'tiles'>> = With<V['tiles'][number]['key']>;
/** A point of a chart: its category, the line of a heat map that it is of, and the values that are drawn. */
type PointOf<S extends Series> = With<S['x']['key'] | S['y'][number]['key'] | SideOf<S>>;
type SideOf<S extends Series> = S extends { side: { key: infer K extends string } } ? K : never;

/** What the query of a view gives; the rest of the answer is the same for every report. */
export interface Made<V extends ReportView = ReportView> {
  rows: RowOf<V>[];
  /** Over all rows, from full precision. */
  totals: TotalsOf<V>;
  /** Values of the declared tiles are read from here by their keys; `previous`: over the range of equal length just before, null where it isn't told. */
  tiles: TilesOf<V>;
  previous?: TilesOf<V> | null;
  /** Of each declared series; null: there is nothing to draw. */
  series: { readonly [S in V['series'][number] as S['key']]: readonly PointOf<S>[] } | null;
  /** Columns that the data makes, after the declared ones or the one of them whose key is named. */
  columns?: Column[];
  columnsAfter?: string;
  title?: string;
  alerts?: ReportAlert[];
  /** What its figures leave out beside what every report's do. */
  notes?: Note[];
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

/** Columns of a row that together name what it is of. */
export type RowKeys = readonly string[] | ((filters: ReportFilters) => readonly string[]);

/** One report on the server: its query, and that of its detail. */
export interface ReportServer<V extends ReportView = ReportView> {
  /** What its figures are made of, by which days count as covered and notes are told; feedings when not named. */
  facts?: Facts;
  /** By what its rows are the same in two ranges; days, weeks and months by their place in the range. null: it is compared by itself. */
  rowKeys: RowKeys | null;
  /** Columns, tiles and charts that follow from what is asked, instead of the definition's. */
  viewOf?: (filters: ReportFilters) => ReportView;
  /** What may be seen only with further rights, beside the report's own. */
  demands?: (filters: ReportFilters) => readonly Item[];
  make(scope: ReportScope): Promise<Made<V>>;
  detail?: {
    /** null when nothing of the caller's client has this key. */
    find(scope: Pick<ReportScope, 'client' | 'db'>, key: string): Promise<Place | null>;
    make(scope: ReportScope, key: string): Promise<Made<V extends { detail: infer D extends ReportView } ? D : ReportView>>;
  };
}

/** The rows of one grouping of a statement that gives several (`level`), the level taken off. */
export const atLevel = <R extends { level: string }>(rows: readonly R[], level: string): Omit<R, 'level'>[] =>
  rows.filter((row) => row.level === level).map(({ level: _, ...row }) => row);

/** Cells of a row by their names; all empty where there is no row. */
export const pick = <R extends object, const Keys extends readonly (keyof R & string)[]>(row: R | undefined, keys: Keys) =>
  Object.fromEntries(keys.map((key) => [key, row?.[key] ?? null])) as { [Key in Keys[number]]: R[Key] | null };
