import { useMediaQuery } from '@mantine/hooks';
import type { CellKeyDownEvent, GridApi, RowClickedEvent } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { Formatter } from '#common/format/formatter.ts';
import type { Row } from '#contract/reports/shape.ts';
import { columnDefs } from './column-defs.ts';
import { type Density, type GridState, keepGridState, loadGridState, type Pins } from './column-state.ts';
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
  hintOf: HintOf;
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

const NO_PINS: Pins = {};

/** Max cached windows. Others are fetched again. */
const KEPT_WINDOWS = 5;

/** Rows without totals have no total row. */
const totalRows = (totals: Row): Row[] => (Object.keys(totals).length > 0 ? [totals] : []);

/** A report's rows: grouped columns, pinned totals, sort, search, stored layout. */
export function DataGrid(props: DataGridProps) {
  const { label, columns, rows, windows, onWindowFailed, totals, format, search, density, stateKey, dimmed, phone } = props;
  const { onOpen, onRows, hintOf, handle } = props;
  const { t } = useTranslation('reports');
  const { pathname, search: query } = useLocation();
  const address = pathname + query;
  const [state] = useState(() => loadGridState(stateKey));
  const [api, setApi] = useState<GridApi<Row> | null>(null);
  const frame = useRef<HTMLElement>(null);
  const searching = search.trim() !== '';
  // The grid's callbacks outlive a render.
  const latest = useRef({ columns, searching, onWindowFailed });
  latest.current = { columns, searching, onWindowFailed };
  const [hidden, setHidden] = useState(() => hiddenKeys(columns, state));
  const [pins, setPins] = useState(state.pins ?? NO_PINS);
  const shown = useMemo(() => columns.filter(({ key }) => !hidden.has(key)), [columns, hidden]);
  const found = useMemo(() => searchRows(rows, shown, search, format), [rows, shown, search, format]);

  const narrow = useMediaQuery(NARROW, phone, { getInitialValueInEffect: false });
  const totalKey = totalKeyOf(shown, totals);
  const defs = useMemo(
    () =>
      columnDefs(columns, {
        format,
        totals,
        pinned: pinnedKeys(columns, { narrow, phone, pins }),
        rows,
        widest: widestWords(phone),
        worst: findWorst(columns, rows),
        total: { key: totalKey, word: () => t(latest.current.searching ? 'reports:grid.total_shown' : 'reports:grid.total') },
      }),
    [columns, format, narrow, phone, pins, rows, totalKey, totals, t],
  );
  const datasource = useMemo(() => windows && datasourceOf(windows, (error) => latest.current.onWindowFailed?.(error)), [windows]);
  const pinned = useMemo(() => totalRows(searching ? shownTotals(columns, found) : totals), [searching, columns, found, totals]);

  useImperativeHandle<GridHandle | null, GridHandle | null>(handle, () => api && gridHandle(api, () => latest.current.columns, setPins), [
    api,
  ]);

  const saveState = ({ api: grid }: { api: GridApi<Row> }) => keepGridState(stateKey, { density, columns: grid.getColumnState(), pins });
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept when they change
  useEffect(() => {
    if (api && pins !== (state.pins ?? NO_PINS)) saveState({ api });
  }, [pins]);
  const open = ({ data, node, api: grid }: Pick<RowClickedEvent<Row>, 'data' | 'node' | 'api'>) => {
    if (!data || node.rowPinned || !onOpen) return;
    leave(address, data, node.rowIndex, grid);
    onOpen(data);
  };
  const onKey = (event: Pick<CellKeyDownEvent<Row>, 'data' | 'node' | 'api' | 'event'>) => {
    if (event.event instanceof KeyboardEvent && event.event.key === 'Enter') open(event);
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
        defaultColDef={DEFAULT_COLUMN}
        {...(windows
          ? {
              rowModelType: 'infinite',
              datasource,
              cacheBlockSize: windows.size,
              maxBlocksInCache: KEPT_WINDOWS,
              infiniteInitialRowCount: windows.count,
            }
          : { rowData: found as Row[] })}
        pinnedBottomRowData={rows.length > 0 ? pinned : []}
        rowHeight={ROW_HEIGHT[density]}
        headerHeight={HEADER_HEIGHT[density]}
        groupHeaderHeight={GROUP_HEADER_HEIGHT[density]}
        suppressNoRowsOverlay
        suppressDragLeaveHidesColumns
        suppressCellFocus={false}
        ensureDomOrder
        suppressColumnVirtualisation={columns.length < 40}
        localeText={{ ariaSortableColumn: t('reports:grid.sort_hint') }}
        onGridReady={({ api: grid }) => {
          setApi(grid);
          // The window decides which columns stay, so pins aren't part of the state.
          if (state.columns) grid.applyColumnState({ state: state.columns.map(({ pinned: _, ...column }) => column), applyOrder: true });
        }}
        onFirstDataRendered={({ api: grid }) => {
          onRows();
          comeBack(address, grid);
        }}
        onModelUpdated={({ api: grid }) => rowsCame(grid)}
        onSortChanged={saveState}
        onColumnVisible={(event) => {
          setHidden(new Set(event.api.getColumns()?.flatMap((column) => (column.isVisible() ? [] : column.getColId()))));
          saveState(event);
        }}
        onDragStopped={saveState}
        onRowClicked={open}
        onCellKeyDown={(event) => 'column' in event && onKey(event)}
      />
      <HintTip frame={frame} api={api} columns={columns} hintOf={hintOf} />
    </section>
  );
}
