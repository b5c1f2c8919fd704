import type { GridApi } from 'ag-grid-community';
import type { Row } from '#contract/reports/shape.ts';

interface LeftAt {
  /** Of the grid's screen, with what it was narrowed to. */
  address: string;
  row: Row;
  index: number;
  column: string;
}

let leftAt: LeftAt | null = null;
/** A cell that is to have the focus once its row has come. */
let awaited: { at: number; column: string; api: GridApi<Row> } | null = null;

/** A row was opened, and its screen takes the place of the grid's. */
export function leave(address: string, row: Row, index: number | null, api: GridApi<Row>) {
  const column = api.getFocusedCell()?.column.getColId() ?? api.getAllDisplayedColumns()[0]?.getColId();
  leftAt = index === null || column === undefined ? null : { address, row, index, column };
}

/** Somebody came back to the grid: the focus goes to the row that was opened, wherever it lies now, unless something else has it already. */
export function comeBack(address: string, api: GridApi<Row>) {
  if (leftAt?.address !== address) return;
  const { row, index, column } = leftAt;
  leftAt = null;
  // The page's content has it while nothing of it does.
  if (!document.activeElement?.matches('body, main')) return;
  let at = index;
  api.forEachNode(({ data, rowIndex }) => {
    if (data && rowIndex !== null && (data === row || (row.id !== undefined && data.id === row.id))) at = rowIndex;
  });
  if (at >= api.getDisplayedRowCount()) return;
  api.ensureIndexVisible(at, 'middle');
  api.setFocusedCell(at, column);
  // Where its window is still to come, its cells are drawn anew then.
  if (!api.getDisplayedRowAtIndex(at)?.data) awaited = { at, column, api };
}

/** Rows have come. */
export function rowsCame(api: GridApi<Row>) {
  if (awaited?.api !== api || !api.getDisplayedRowAtIndex(awaited.at)?.data) return;
  const { at, column } = awaited;
  awaited = null;
  setTimeout(() => api.setFocusedCell(at, column));
}
