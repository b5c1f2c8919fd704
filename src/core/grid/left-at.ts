import type { GridApi } from 'ag-grid-community';
import type { Row } from '#contract/reports/shape.ts';

interface LeftAt {
  /** Address of the grid's screen with its filters. */
  address: string;
  row: Row;
  index: number;
  column: string;
}

let leftAt: LeftAt | null = null;
/** The cell to focus when its row has loaded. */
let awaited: { at: number; column: string; api: GridApi<Row> } | null = null;

/** Records an opened row whose screen replaces the grid's. */
export function leave(address: string, row: Row, index: number | null, api: GridApi<Row>) {
  const column = api.getFocusedCell()?.column.getColId() ?? api.getAllDisplayedColumns()[0]?.getColId();
  leftAt = index === null || column === undefined ? null : { address, row, index, column };
}

/** Focuses the opened row at its present place after a return, unless something else has the focus. */
export function comeBack(address: string, api: GridApi<Row>) {
  if (leftAt?.address !== address) return;
  const { row, index, column } = leftAt;
  leftAt = null;
  // The page's content has the focus while no element has it.
  if (!document.activeElement?.matches('body, main')) return;
  let at = index;
  api.forEachNode(({ data, rowIndex }) => {
    if (data && rowIndex !== null && (data === row || (row.id !== undefined && data.id === row.id))) at = rowIndex;
  });
  if (at >= api.getDisplayedRowCount()) return;
  api.ensureIndexVisible(at, 'middle');
  api.setFocusedCell(at, column);
  // If its window isn't loaded yet, its cells are rendered again later.
  if (!api.getDisplayedRowAtIndex(at)?.data) awaited = { at, column, api };
}

/** Called when rows have loaded. */
export function rowsCame(api: GridApi<Row>) {
  if (awaited?.api !== api || !api.getDisplayedRowAtIndex(awaited.at)?.data) return;
  const { at, column } = awaited;
  awaited = null;
  setTimeout(() => api.setFocusedCell(at, column));
}
