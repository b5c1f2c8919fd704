import { useMediaQuery } from '@mantine/hooks';
import type { CellKeyDownEvent, FullWidthCellKeyDownEvent, GridApi, RowClickedEvent } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { type RefObject, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { Formatter } from '#common/format/formatter.ts';
import type { Row } from '#contract/reports/shape.ts';
import type { Density } from '#src/core/layout/density.ts';
import { columnDefs } from './column-defs.ts';
import { type GridState, keepGridState, loadGridState, type Pins } from './column-state.ts';
import classes from './data-grid.module.css';
import { type GridHandle, gridHandle } from './grid-handle.ts';
import { type HintOf, HintTip } from './hint-tip.tsx';
import { findWorst } from './judge.ts';
import { comeBack, leave, rowsCame } from './left-at.ts';
import './modules.ts';
import { shownTotals } from '#common/files/shown-totals.ts';
import type { TextColumn } from '#common/files/text-column.ts';
import { searchRows } from './search-rows.ts';
import { gridTheme } from './theme.ts';
import { GROUP_HEADER_HEIGHT, HEADER_HEIGHT, NARROW, pinnedKeys, ROW_HEIGHT, totalKeyOf, widestWords } from './widths.ts';
import { datasourceOf, type RowWindows } from './windows.ts';

export interface DataGridProps {
  /** The grid's name for screen readers. */
  label: string;
  columns: readonly TextColumn[];
  rows: readonly Row[];
  /** Further rows, loaded when scrolled to. They can't be searched. */
  windows?: RowWindows | undefined;
  onWindowFailed?: (error: unknown) => void;
  totals: Row;
  format: Formatter;
  /** Shows only rows that contain these words. */
  search: string;
  density: Density;
  /** Key of the person's stored layout. */
  stateKey: string;
  /** Dims rows while fresh ones load. */
  dimmed: boolean;
  phone: boolean;
  onOpen?: (row: Row) => void;
  /** Called when the first rows are shown. */
  onRows: () => void;
  findHint: HintOf;
  handle: RefObject<GridHandle | null>;
}

const DEFAULT_COLUMN = {
  cellDataType: false as const,
  sortable: true,
  resizable: true,
  wrapHeaderText: true,
  suppressHeaderMenuButton: true,
};
/** Columns hidden by the person, or otherwise by the report. */
const hiddenKeys = (columns: readonly TextColumn[], { columns: kept }: GridState): ReadonlySet<string> =>
  new Set(kept ? kept.flatMap(({ colId, hide }) => (hide ? colId : [])) : columns.flatMap(({ key, hidden }) => (hidden ? key : [])));

const hiddenNow = (api: GridApi<Row>): ReadonlySet<string> =>
  new Set(api.getColumns()?.flatMap((column) => (column.isVisible() ? [] : column.getColId())));

const NO_PINS: Pins = {};

/** Max cached windows. Others are fetched again. */
const KEPT_WINDOWS = 5;

/** Rows without totals have no total row. */
const totalRows = (totals: Row): Row[] => (Object.keys(totals).length > 0 ? [totals] : []);

const FIXED_OPTIONS = {
  defaultColDef: DEFAULT_COLUMN,
  suppressNoRowsOverlay: true,
  suppressDragLeaveHidesColumns: true,
  suppressCellFocus: false,
  ensureDomOrder: true,
} as const;

/** Reports rendered rows in the next frame. The grid's own report of its first rows comes once, and has been missed on a loaded machine. */
function handleUpdate(grid: GridApi<Row>, onRows: () => void): void {
  rowsCame(grid);
  requestAnimationFrame(() => {
    if (!grid.isDestroyed() && grid.getRenderedNodes().length > 0) onRows();
  });
}

const isEnter = (event: CellKeyDownEvent<Row> | FullWidthCellKeyDownEvent<Row>): event is CellKeyDownEvent<Row> =>
  'column' in event && event.event instanceof KeyboardEvent && event.event.key === 'Enter';

/** Options of rows that are loaded when scrolled to. */
const windowOptions = ({ size, count }: RowWindows) =>
  ({ rowModelType: 'infinite', cacheBlockSize: size, maxBlocksInCache: KEPT_WINDOWS, infiniteInitialRowCount: count }) as const;

/** The grid's columns, with their pins and widths for this screen. `totalKey` names the column that labels the total. */
function useColumnDefs(
  { columns, format, rows, totals, phone }: DataGridProps,
  pins: Pins,
  totalKey: string | undefined,
  word: () => string,
) {
  const narrow = useMediaQuery(NARROW, phone, { getInitialValueInEffect: false });
  return useMemo(
    () =>
      columnDefs(columns, {
        format,
        totals,
        pinned: pinnedKeys(columns, { narrow, phone, pins }),
        rows,
        widest: widestWords(phone),
        worst: findWorst(columns, rows),
        total: { key: totalKey, word },
      }),
    [columns, format, narrow, phone, pins, rows, totalKey, totals, word],
  );
}

/** The person's stored layout: the visible columns and the pins, as they are now. */
function useLayout(columns: readonly TextColumn[], stateKey: string) {
  const [state] = useState(() => loadGridState(stateKey));
  const [hidden, setHidden] = useState(() => hiddenKeys(columns, state));
  const [pins, setPins] = useState(state.pins ?? NO_PINS);
  const shown = useMemo(() => columns.filter(({ key }) => !hidden.has(key)), [columns, hidden]);
  return { state, shown, setHidden, pins, setPins };
}

/** Gives the grid element its name for screen readers, which AG Grid has no option for. Returns the grid. */
function nameGrid(grid: GridApi<Row>, frame: HTMLElement | null, label: string): GridApi<Row> {
  frame?.querySelector('[role=grid], [role=treegrid]')?.setAttribute('aria-label', label);
  return grid;
}

/** A report's rows: grouped columns, pinned totals, sort, search, stored layout. */
export function DataGrid(props: DataGridProps) {
  const { label, columns, rows, windows, onWindowFailed, totals, format, search, density, stateKey, dimmed } = props;
  const { onOpen, onRows, findHint, handle } = props;
  const { t } = useTranslation('reports');
  const { pathname, search: query } = useLocation();
  const address = pathname + query;
  const { state, shown, setHidden, pins, setPins } = useLayout(columns, stateKey);
  const [api, setApi] = useState<GridApi<Row> | null>(null);
  const frame = useRef<HTMLElement>(null);
  const searching = search.trim() !== '';
  // The grid's callbacks outlive a render.
  const latest = useRef({ columns, searching, onWindowFailed });
  latest.current = { columns, searching, onWindowFailed };
  const found = useMemo(() => searchRows(rows, shown, search, format), [rows, shown, search, format]);

  const totalWord = useCallback(() => t(latest.current.searching ? 'reports:grid.total_shown' : 'reports:grid.total'), [t]);
  const defs = useColumnDefs(props, pins, totalKeyOf(shown, totals), totalWord);
  const datasource = useMemo(() => windows && datasourceOf(windows, (error) => latest.current.onWindowFailed?.(error)), [windows]);
  const pinned = useMemo(() => totalRows(searching ? shownTotals(columns, found) : totals), [searching, columns, found, totals]);

  useImperativeHandle<GridHandle | null, GridHandle | null>(handle, () => api && gridHandle(api, () => latest.current.columns, setPins), [
    api,
    setPins,
  ]);

  const saveState = ({ api: grid }: { api: GridApi<Row> }) => keepGridState(stateKey, { columns: grid.getColumnState(), pins });
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept when they change
  useEffect(() => {
    if (api && pins !== (state.pins ?? NO_PINS)) saveState({ api });
  }, [pins]);
  const open = ({ data, node, api: grid }: Pick<RowClickedEvent<Row>, 'data' | 'node' | 'api'>) => {
    if (!data || node.rowPinned || !onOpen) return;
    leave(address, data, node.rowIndex, grid);
    onOpen(data);
  };

  return (
    <section
      className={classes.grid}
      aria-label={label}
      data-dimmed={dimmed || undefined}
      data-opens={onOpen ? true : undefined}
      ref={frame}
      aria-busy={dimmed}
    >
      <AgGridReact<Row>
        theme={gridTheme}
        columnDefs={defs}
        {...(windows ? { ...windowOptions(windows), datasource } : { rowData: found as Row[] })}
        pinnedBottomRowData={rows.length > 0 ? pinned : []}
        rowHeight={ROW_HEIGHT[density]}
        headerHeight={HEADER_HEIGHT[density]}
        groupHeaderHeight={GROUP_HEADER_HEIGHT[density]}
        {...FIXED_OPTIONS}
        suppressColumnVirtualisation={columns.length < 40}
        localeText={{ ariaSortableColumn: t('reports:grid.sort_hint') }}
        onGridReady={({ api: grid }) => {
          setApi(nameGrid(grid, frame.current, label));
          // The window decides which columns stay, so pins aren't part of the state.
          if (state.columns) grid.applyColumnState({ state: state.columns.map(({ pinned: _, ...column }) => column), applyOrder: true });
        }}
        onFirstDataRendered={({ api: grid }) => {
          onRows();
          comeBack(address, grid);
        }}
        onModelUpdated={({ api: grid }) => handleUpdate(grid, onRows)}
        onSortChanged={saveState}
        onColumnVisible={(event) => {
          setHidden(hiddenNow(event.api));
          saveState(event);
        }}
        onDragStopped={saveState}
        onRowClicked={open}
        onCellKeyDown={(event) => isEnter(event) && open(event)}
      />
      <HintTip frame={frame} api={api} columns={columns} findHint={findHint} />
    </section>
  );
}
