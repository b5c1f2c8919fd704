import { Paper } from '@mantine/core';
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportLine } from '#common/files/export-input.ts';
import { textColumns } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Range } from '#contract/periods.ts';
import type { ReportData, Row } from '#contract/reports/shape.ts';
import { useMe } from '#src/core/api/session.ts';
import type { GridHandle } from '#src/core/grid/grid-handle.ts';
import { useDensity } from '#src/core/layout/density.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { GridRows } from './grid-rows.tsx';
import classes from './grid-toolbar.module.css';
import { CardsButton, ChartsButton, DensityButton, GridToolbar } from './grid-toolbar.tsx';
import type { MoreRows } from './more-rows.ts';
import view from './report-view.module.css';
import { useFileInput } from './use-file-input.ts';
import { useShownRows } from './use-shown-rows.ts';

export interface GridPanelProps {
  title: string;
  /** Name under which the person's layout of this grid is stored. */
  name: string;
  data: ReportData;
  /** Source of the rows that `data` doesn't contain. */
  more?: MoreRows | undefined;
  format: Formatter;
  lines: readonly ExportLine[];
  range: Range;
  /** The change and its causes, next to the search. */
  sentence?: ReactNode;
  dimmed: boolean;
  phone: boolean;
  /** State of the report's charts; undefined if it has none. */
  charts?: { folded: boolean; turn: () => void } | undefined;
  onOpen?: (row: Row) => void;
  /** Called when the first rows are shown or the grid failed. */
  onRows: () => void;
}

// Code for files and printing loads after the rows.
const PrintSheet = lazyPart(async () => (await import('#src/core/report/print/print-sheet.tsx')).PrintSheet);
const ExportButtons = lazyPart(async () => (await import('./export-buttons.tsx')).ExportButtons);

/** The grid with its toolbar: search, columns, density, files and printing. */
export function GridPanel({ title, name, data, more, format, lines, range, dimmed, phone, charts, sentence, ...rest }: GridPanelProps) {
  const { t } = useTranslation(['reports', 'core']);
  const stateKey = `grid:${name}:${useMe().id}`;
  const [density, turnDensity] = useDensity();
  const [search, setSearch] = useState('');
  const rows = useShownRows(data, more, search);
  // A phone shows cards until the person asks for the grid.
  const [gridAsked, setGridAsked] = useState(false);
  const hasCards = phone && !more;
  const cards = hasCards && !gridAsked;
  const isOld = dimmed || rows.isOld;
  const columns = useMemo(() => textColumns(rows.data.columns, t, format), [rows.data.columns, t, format]);
  const grid = useRef<GridHandle>(null);
  const { file, sheet, print } = useFileInput({ title, lines, columns, rows, search, format, grid });
  const count = format.value('count', rows.windows?.count ?? rows.data.rows.length);

  return (
    <Paper className={view.panel} withBorder>
      <GridToolbar search={search} onSearch={setSearch} count={count} sentence={sentence}>
        {charts && <ChartsButton {...charts} />}
        {hasCards && <CardsButton cards={cards} onTurn={() => setGridAsked(cards)} />}
        {!cards && <DensityButton density={density} onTurn={turnDensity} />}
        {!cards && <ColumnMenu columns={columns} grid={grid} />}
        <Suspense fallback={<div className={classes.files} />}>
          <ExportButtons title={title} input={file} range={range} disabled={isOld} onPrint={print} />
        </Suspense>
      </GridToolbar>
      {rows.failure !== null && <FailedState error={rows.failure} onRetry={rows.retry} />}
      <GridRows
        {...{ title, stateKey, rows, columns, format, search, density, phone, cards }}
        dimmed={isOld}
        onOpen={rest.onOpen}
        onRows={rest.onRows}
        handle={grid}
      />
      <Suspense>
        <PrintSheet input={sheet} />
      </Suspense>
    </Paper>
  );
}
