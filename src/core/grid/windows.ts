import type { GridApi, IDatasource } from 'ag-grid-community';
import type { Row } from '#contract/reports/shape.ts';

/** Rows that load when scrolled to. */
export interface RowWindows {
  /** Number of all rows. */
  count: number;
  /** Rows per window. */
  size: number;
  /** The first window in the initial order. */
  first: readonly Row[];
  /** A window by number from 1; `ordering` in the API's format. */
  page(page: number, ordering: string): Promise<readonly Row[]>;
}

const orderingOf = (sorted: readonly { colId: string; sort?: string | null }[]): string =>
  sorted.map(({ colId, sort }) => (sort === 'desc' ? `-${colId}` : colId)).join(',');

/** The person's sort in the API's format; empty for the report's own order. */
export const gridOrdering = (api: GridApi<Row>): string =>
  orderingOf(
    api
      .getColumnState()
      .filter(({ sort }) => sort)
      .sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0)),
  );

export const datasourceOf = ({ count, size, first, page }: RowWindows, onFailed: (error: unknown) => void): IDatasource => ({
  rowCount: count,
  getRows({ startRow, sortModel, successCallback, failCallback }) {
    const ordering = orderingOf(sortModel);
    if (startRow === 0 && ordering === '') {
      successCallback([...first], count);
      return;
    }
    page(startRow / size + 1, ordering).then(
      (rows) => successCallback([...rows], count),
      (error) => {
        failCallback();
        onFailed(error);
      },
    );
  },
});
