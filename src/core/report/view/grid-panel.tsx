import { ActionIcon, Group, Paper, TextInput } from '@mantine/core';
import {
  IconBaselineDensityLarge,
  IconBaselineDensitySmall,
  IconCards,
  IconChartBar,
  IconSearch,
  IconTable,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportLine, exportInput } from '#common/files/export-input.ts';
import { textColumns } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Range } from '#contract/periods.ts';
import type { ReportData, Row } from '#contract/reports/shape.ts';
import { useMe } from '#src/core/api/session.ts';
import { keepGridState, loadGridState } from '#src/core/grid/column-state.ts';
import { canStandFirst, FirstRows } from '#src/core/grid/first-rows.tsx';
import type { GridHandle } from '#src/core/grid/grid-handle.ts';
import { ErrorBoundary } from '#src/core/ui/failures.tsx';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { loadChunk } from '#src/core/ui/load-chunk.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { Tip } from '#src/core/ui/tip.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { ColumnMenu } from './column-menu.tsx';
import classes from './grid-toolbar.module.css';
import { createHintOf } from './hints.tsx';
import { type MoreRows, useAllRows } from './more-rows.ts';
import view from './report-view.module.css';

export const DataGrid = lazyPart(async () => (await import('#src/core/grid/data-grid.tsx')).DataGrid);

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
const loadInput = () => loadChunk(() => import('#common/files/export-input.ts'));
const ExportButtons = lazyPart(async () => (await import('./export-buttons.tsx')).ExportButtons);
const RowCards = lazyPart(async () => (await import('./row-cards.tsx')).RowCards);

const partText = (part: number, whole: number, format: Formatter) => `${format.value('count', part)} / ${format.value('count', whole)}`;

/** The grid with its toolbar: search, columns, density, files and printing. */
export function GridPanel({ title, name, data: answer, more, format, lines, range, dimmed, ...rest }: GridPanelProps) {
  const { phone, charts, sentence, onOpen, onRows } = rest;
  const { t } = useTranslation(['reports', 'core']);
  const stateKey = `grid:${name}:${useMe().id}`;
  const [density, setDensity] = useState(() => loadGridState(stateKey).density);
  const [search, setSearch] = useState('');
  // Until the grid has drawn its rows, which takes time even if its code is loaded.
  const [begin, setBegin] = useState<'table' | 'table and grid' | 'grid'>('table');
  const [keptState] = useState(() => loadGridState(stateKey));
  // A phone shows cards until the person asks for the grid.
  const [gridAsked, setGridAsked] = useState(false);
  const cards = phone && !gridAsked && !more;
  const searching = search.trim() !== '';
  const whole = useAllRows(more, searching);
  const data = (more && searching && whole.data) || answer;
  const windows = data === answer ? more : undefined;
  const columns = useMemo(() => textColumns(data.columns, t, format), [data.columns, t, format]);
  const [failed, setFailed] = useState<{ of: MoreRows; error: unknown } | null>(null);
  const failure = (searching && whole.error) || (windows && failed?.of === windows && failed.error) || null;
  const [tries, setTries] = useState(0);
  const isFirst = begin !== 'grid' && !phone && !searching && canStandFirst(columns, keptState);
  const rowsStand = () => {
    setBegin('grid');
    onRows();
  };
  const retry = () => {
    setFailed(null);
    setTries(tries + 1);
    if (whole.error) void whole.refetch();
  };
  const isOld = dimmed || (more !== undefined && searching && (windows !== undefined || whole.isPlaceholderData));
  const grid = useRef<GridHandle>(null);
  const hintOf = useMemo(() => createHintOf(columns, format), [columns, format]);

  /** All rows for printing: the browser needs them at once when it prints. */
  const printed = useRef<ReportData>(undefined);
  const inputOf = useCallback(
    (make: typeof exportInput, all: ReportData | undefined) => {
      const { columns: shown, rows } = grid.current?.shown() ?? { columns: columns.filter(({ hidden }) => !hidden), rows: data.rows };
      const added = [
        ...(searching ? [{ label: t('core:actions.search'), value: search.trim() }] : []),
        ...(windows && !all ? [{ label: t('reports:export.rows_printed'), value: partText(rows.length, windows.count, format) }] : []),
      ];
      return make({
        title,
        lines: [...lines, ...added],
        data: all ?? data,
        shown: { columns: shown, rows: all?.rows ?? rows },
        searching,
        format,
        t,
      });
    },
    [columns, data, windows, search, searching, lines, title, format, t],
  );
  const allRows = () => windows?.whole(grid.current?.ordering());
  const input = useCallback((make: typeof exportInput) => inputOf(make, printed.current), [inputOf]);
  const print = async () => {
    try {
      printed.current = await allRows();
      window.print();
    } catch {
      toast.error(t('reports:export.failed'));
    } finally {
      printed.current = undefined;
    }
  };

  const turnDensity = () => {
    const next = density === 'compact' ? 'comfortable' : 'compact';
    setDensity(next);
    keepGridState(stateKey, { ...loadGridState(stateKey), density: next });
  };
  const foldLabel = t(charts?.folded ? 'reports:chart.unfold' : 'reports:chart.fold');
  const densityLabel = t(density === 'compact' ? 'reports:grid.comfortable' : 'reports:grid.compact');

  return (
    <Paper className={view.panel} withBorder>
      <Group className={classes.bar} gap="xs" data-sentence={Boolean(sentence)}>
        <TextInput
          className={classes.search}
          size="xs"
          type="search"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('reports:grid.search')}
          aria-label={t('reports:grid.search')}
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={
            search && (
              <ActionIcon variant="subtle" color="gray" size="xs" aria-label={t('core:actions.reset')} onClick={() => setSearch('')}>
                <IconX size={14} aria-hidden />
              </ActionIcon>
            )
          }
        />
        <span className={classes.count}>
          {t('reports:grid.rows', { total: format.value('count', windows?.count ?? data.rows.length) })}
        </span>
        {sentence}
        <Group className={classes.tools} gap={4}>
          {charts && (
            <Tip label={foldLabel}>
              <ActionIcon
                variant={charts.folded ? 'subtle' : 'light'}
                color="gray"
                size={30}
                aria-label={foldLabel}
                aria-expanded={!charts.folded}
                onClick={charts.turn}
              >
                <IconChartBar size={18} stroke={1.6} aria-hidden />
              </ActionIcon>
            </Tip>
          )}
          {phone && !more && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={30}
              aria-label={t(cards ? 'reports:grid.as_table' : 'reports:grid.as_cards')}
              onClick={() => setGridAsked(cards)}
            >
              {cards ? <IconTable size={18} stroke={1.6} aria-hidden /> : <IconCards size={18} stroke={1.6} aria-hidden />}
            </ActionIcon>
          )}
          {!cards && (
            <>
              <Tip label={densityLabel}>
                <ActionIcon variant="subtle" color="gray" size={30} aria-label={densityLabel} onClick={turnDensity}>
                  {density === 'compact' ? (
                    <IconBaselineDensityLarge size={18} stroke={1.6} aria-hidden />
                  ) : (
                    <IconBaselineDensitySmall size={18} stroke={1.6} aria-hidden />
                  )}
                </ActionIcon>
              </Tip>
              <ColumnMenu columns={columns} grid={grid} />
            </>
          )}
          <Suspense fallback={<div className={classes.files} />}>
            <ExportButtons
              title={title}
              input={async () => inputOf((await loadInput()).exportInput, await allRows())}
              range={range}
              disabled={isOld}
              onPrint={print}
            />
          </Suspense>
        </Group>
      </Group>
      {failure !== null && <FailedState error={failure} onRetry={retry} />}
      <ErrorBoundary onError={rowsStand}>
        <div className={view.place}>
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
            {isFirst && begin === 'table' ? null : cards ? (
              <RowCards
                columns={columns}
                rows={data.rows}
                format={format}
                search={search}
                dimmed={isOld}
                onOpen={onOpen}
                onRows={rowsStand}
              />
            ) : (
              <DataGrid
                key={`${stateKey} ${format.language} ${format.units} ${format.clock} ${windows ? 'windows' : 'whole'} ${tries}`}
                label={title}
                columns={columns}
                rows={data.rows}
                windows={windows}
                onWindowFailed={(error) => windows && setFailed({ of: windows, error })}
                totals={data.totals}
                format={format}
                search={windows ? '' : search}
                density={density}
                stateKey={stateKey}
                dimmed={isOld}
                phone={phone}
                onOpen={onOpen}
                onRows={rowsStand}
                hintOf={hintOf}
                handle={grid}
              />
            )}
          </Suspense>
        </div>
      </ErrorBoundary>
      <Suspense>
        <PrintSheet input={input} />
      </Suspense>
    </Paper>
  );
}
