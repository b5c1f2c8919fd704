import type { Item } from '#contract/access.ts';
import type { Cell, Column, Note, ReportAlert, ReportFilters, ReportView, Row } from '#contract/reports/shape.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import type { Facts } from './coverage.ts';

/** A row with a cell for each of these keys, and possibly more. */
type With<K extends string> = Row & { readonly [Key in K]: Cell };
type Series = ReportView['series'][number];

/** A row of a view, with a cell for each column. */
export type RowOf<V extends Pick<ReportView, 'columns'>> = With<V['columns'][number]['key']>;
/** The total row of a view, with a cell for each column with a total. */
export type TotalsOf<V extends Pick<ReportView, 'columns'>> = With<Extract<V['columns'][number], { total: string }>['key']>;
type TilesOf<V extends Pick<ReportView, 'tiles'>> = With<V['tiles'][number]['key']>;
/** A point of a chart: its category, its line in a heat map, and the drawn values. */
type PointOf<S extends Series> = With<S['x']['key'] | S['y'][number]['key'] | SideOf<S>>;
type SideOf<S extends Series> = S extends { side: { key: infer K extends string } } ? K : never;

/** Result of a view's query; the rest of the response is the same for every report. */
export interface Made<V extends ReportView = ReportView> {
  rows: RowOf<V>[];
  /** Totals over all rows, from unrounded values. */
  totals: TotalsOf<V>;
  /** Values of the tiles by key; `previous` are those of the months or days just before, null if not calculated. */
  tiles: TilesOf<V>;
  previous?: TilesOf<V> | null;
  /** Points of each declared series; null if there is nothing to draw. */
  series: { readonly [S in V['series'][number] as S['key']]: readonly PointOf<S>[] } | null;
  /** Columns that depend on the data, inserted after the declared ones or after the one with the given key. */
  columns?: Column[];
  columnsAfter?: string;
  title?: string;
  alerts?: ReportAlert[];
  /** Notes on figures that are left out, in addition to the notes of every report. */
  notes?: Note[];
  /** Filters that the report itself determined. */
  filters?: ReportFilters;
}

/** Place of a detail: it gives the scope's farm and day. */
export interface Place {
  farm: number;
  day: string;
  /** All farms that see it, if there are several. */
  farms?: readonly number[];
  /** Filters that limit the scope to the detail. */
  within?: { schedule?: number; batch?: number; group?: number[]; ration?: number[] };
}

/** Columns that together identify a row. */
export type RowKeys = readonly string[] | ((filters: ReportFilters) => readonly string[]);

/** One report on the server: its query and its detail's query. */
export interface ReportServer<V extends ReportView = ReportView> {
  /** Source of its figures, which decides covered days and notes; feedings by default. */
  facts?: Facts;
  /** Keys that pair rows of two ranges; days, weeks and months are paired by position. null: the report makes its own comparison. */
  rowKeys: RowKeys | null;
  /** View that depends on the filters, instead of the definition's. */
  viewOf?: (filters: ReportFilters) => ReportView;
  /** Rights that some filters need in addition to the report's own. */
  demands?: (filters: ReportFilters) => readonly Item[];
  make(scope: ReportScope): Promise<Made<V>>;
  detail?: {
    /** The view, if it isn't part of the definition. */
    view?: ReportView;
    /** null if the client has nothing with this key. */
    find(scope: Pick<ReportScope, 'client' | 'db'>, key: string): Promise<Place | null>;
    make(scope: ReportScope, key: string): Promise<Made<V extends { detail: infer D extends ReportView } ? D : ReportView>>;
  };
}

/** The rows of one grouping of a statement with several (`level`), without the level. */
export const atLevel = <R extends { level: string }>(rows: readonly R[], level: string): Omit<R, 'level'>[] =>
  rows.filter((row) => row.level === level).map(({ level: _, ...row }) => row);

/** Cells of a row by name; all null without a row. */
export const pick = <R extends object, const Keys extends readonly (keyof R & string)[]>(row: R | undefined, keys: Keys) =>
  Object.fromEntries(keys.map((key) => [key, row?.[key] ?? null])) as { [Key in Keys[number]]: R[Key] | null };
