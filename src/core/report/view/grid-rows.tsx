import { type RefObject, Suspense, useMemo, useState } from 'react';
import type { TextColumn } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Row } from '#contract/reports/shape.ts';
import { loadGridState } from '#src/core/grid/column-state.ts';
import { canStandFirst, FirstRows } from '#src/core/grid/first-rows.tsx';
import type { GridHandle } from '#src/core/grid/grid-handle.ts';
import { GROUP_HEADER_HEIGHT, HEADER_HEIGHT, ROW_HEIGHT } from '#src/core/grid/widths.ts';
import type { Density } from '#src/core/layout/density.ts';
import { ErrorBoundary } from '#src/core/ui/failures.tsx';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { FEW_ROWS } from './few-rows.ts';
import { createHintOf } from './hints.tsx';
import view from './report-view.module.css';
import type { ShownRows } from './use-shown-rows.ts';

export const DataGrid = lazyPart(async () => (await import('#src/core/grid/data-grid.tsx')).DataGrid);
const RowCards = lazyPart(async () => (await import('./row-cards.tsx')).RowCards);

/** Height in px of a scroll bar below the rows. */
const SCROLL_BAR = 16;

/** Height of a grid whose rows are all in sight, with its total directly below. */
const gridHeight = (count: number, columns: readonly TextColumn[], density: Density) =>
  (count + 1) * ROW_HEIGHT[density] +
  HEADER_HEIGHT[density] +
  (columns.some(({ heading }) => heading) ? GROUP_HEADER_HEIGHT[density] : 0) +
  SCROLL_BAR;

interface GridRowsProps {
  title: string;
  stateKey: string;
  rows: ShownRows;
  columns: readonly TextColumn[];
  format: Formatter;
  search: string;
  density: Density;
  dimmed: boolean;
  phone: boolean;
  /** Shows cards instead of the grid. */
  cards: boolean;
  onOpen: ((row: Row) => void) | undefined;
  /** Called when the first rows are shown or the grid failed. */
  onRows: () => void;
  handle: RefObject<GridHandle | null>;
}

/** A report's rows: a plain table at once, then the grid, or cards on a phone. */
export function GridRows({ title, stateKey, rows, columns, format, search, density, dimmed, phone, cards, ...rest }: GridRowsProps) {
  const { data, windows, searching, tries, onWindowFailed } = rows;
  // Until the grid has drawn its rows, which takes time even if its code is loaded.
  const [begin, setBegin] = useState<'table' | 'table and grid' | 'grid'>('table');
  const [keptState] = useState(() => loadGridState(stateKey));
  const isFirst = begin !== 'grid' && !phone && !searching && canStandFirst(columns, keptState);
  const findHint = useMemo(() => createHintOf(columns, format), [columns, format]);
  const onRows = () => {
    setBegin('grid');
    rest.onRows();
  };
  const few = !phone && !windows && data.rows.length <= FEW_ROWS;
  const shared = { columns, rows: data.rows, format, dimmed, onOpen: rest.onOpen, onRows };
  return (
    <ErrorBoundary onError={onRows}>
      <div
        className={view.place}
        data-few={few || undefined}
        style={few ? { height: gridHeight(data.rows.length, columns, density) } : undefined}
      >
        {isFirst && (
          <FirstRows
            label={title}
            columns={columns}
            rows={data.rows}
            totals={data.totals}
            format={format}
            density={density}
            state={keptState}
            onShown={() => setBegin('table and grid')}
          />
        )}
        <Suspense fallback={isFirst ? null : <TableSkeleton columns={8} />}>
          {cards && <RowCards {...shared} search={search} />}
          {!cards && !(isFirst && begin === 'table') && (
            <DataGrid
              key={`${stateKey} ${format.language} ${format.units} ${format.clock} ${windows ? 'windows' : 'whole'} ${tries}`}
              {...shared}
              label={title}
              windows={windows}
              onWindowFailed={onWindowFailed}
              totals={data.totals}
              search={windows ? '' : search}
              density={density}
              stateKey={stateKey}
              phone={phone}
              findHint={findHint}
              handle={rest.handle}
            />
          )}
        </Suspense>
      </div>
    </ErrorBoundary>
  );
}
