import type { GridApi, IDatasource } from 'ag-grid-community';
import type { Row } from '#contract/reports/shape.ts';

/** Rows that come as they are scrolled to. */
export interface RowWindows {
  /** All that there are. */
  count: number;
  /** Rows of a window. */
  size: number;
  /** The first window in the order in which they came. */
  first: readonly Row[];
  /** A window from 1, `ordering` as the API takes it. */
  page(page: number, ordering: string): Promise<readonly Row[]>;
}

const orderingOf = (sorted: readonly { colId: string; sort?: string | null }[]): string =>
  sorted.map(({ colId, sort }) => (sort === 'desc' ? `-${colId}` : colId)).join(',');

/** How the person sorted the grid, as the API takes it; empty for the report's own order. */
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
