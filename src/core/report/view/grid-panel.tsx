import { ActionIcon, Group, Paper, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBaselineDensityLarge, IconBaselineDensitySmall, IconSearch, IconX } from '@tabler/icons-react';
import { Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ExportLine, exportInput } from '#common/files/export-input.ts';
import { textColumns } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Range } from '#contract/periods.ts';
import type { ReportData, Row } from '#contract/reports/shape.ts';
import { useMe } from '#src/core/api/session.ts';
import { keepGridState, loadGridState } from '#src/core/grid/column-state.ts';
import type { GridHandle } from '#src/core/grid/grid-handle.ts';
import { PrintSheet } from '#src/core/report/print/print-sheet.tsx';
import { ErrorBoundary } from '#src/core/ui/failures.tsx';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { Tip } from '#src/core/ui/tip.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { ColumnMenu } from './column-menu.tsx';
import { ExportButtons } from './export-buttons.tsx';
import classes from './grid-toolbar.module.css';
import { createHintOf } from './hints.tsx';
import { type MoreRows, useAllRows } from './more-rows.ts';
import view from './report-view.module.css';

export const DataGrid = lazyPart(async () => (await import('#src/core/grid/data-grid.tsx')).DataGrid);

export interface GridPanelProps {
  title: string;
  /** Under which the person's layout of this grid is kept. */
  name: string;
  data: ReportData;
  /** Rows beyond those of `data`. */
  more?: MoreRows | undefined;
  format: Formatter;
  lines: readonly ExportLine[];
  range: Range;
  dimmed: boolean;
  onOpen?: (row: Row) => void;
  /** The first rows stand, or the grid failed. */
  onRows: () => void;
}

const partText = (part: number, whole: number, format: Formatter) => `${format.value('count', part)} / ${format.value('count', whole)}`;

/** The grid with what stands above it: search, columns, density, files and paper. */
export function GridPanel({ title, name, data: answer, more, format, lines, range, dimmed, onOpen, onRows }: GridPanelProps) {
  const { t } = useTranslation(['reports', 'core']);
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const stateKey = `grid:${name}:${useMe().id}`;
  const [density, setDensity] = useState(() => loadGridState(stateKey).density);
  const [search, setSearch] = useState('');
  const sought = search.trim() !== '';
  const whole = useAllRows(more, sought);
  const data = (more && sought && whole.data) || answer;
  const windows = data === answer ? more : undefined;
  const [failed, setFailed] = useState<{ of: MoreRows; error: unknown } | null>(null);
  const failure = (sought && whole.error) || (windows && failed?.of === windows && failed.error) || null;
  const [tries, setTries] = useState(0);
  const retry = () => {
    setFailed(null);
    setTries(tries + 1);
    if (whole.error) void whole.refetch();
  };
  const isOld = dimmed || (more !== undefined && sought && (windows !== undefined || whole.isPlaceholderData));
  const grid = useRef<GridHandle>(null);
  const columns = useMemo(() => textColumns(data.columns, t, format), [data.columns, t, format]);
  const hintOf = useMemo(() => createHintOf(columns, t, format), [columns, t, format]);

  /** All rows, for paper: it is drawn at once when the browser asks. */
  const printed = useRef<ReportData>(undefined);
  const inputOf = useCallback(
    (all: ReportData | undefined) => {
      const { columns: shown, rows } = grid.current?.shown() ?? { columns: columns.filter(({ hidden }) => !hidden), rows: data.rows };
      const added = [
        ...(sought ? [{ label: t('core:actions.search'), value: search.trim() }] : []),
        ...(windows && !all ? [{ label: t('reports:export.rows_printed'), value: partText(rows.length, windows.count, format) }] : []),
      ];
      return exportInput({
        title,
        lines: [...lines, ...added],
        data: all ?? data,
        shown: { columns: shown, rows: all?.rows ?? rows },
        sought,
        format,
        t,
      });
    },
    [columns, data, windows, search, sought, lines, title, format, t],
  );
  const allRows = () => windows?.whole(grid.current?.ordering());
  const input = useCallback(() => inputOf(printed.current), [inputOf]);
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
  const densityLabel = t(density === 'compact' ? 'reports:grid.comfortable' : 'reports:grid.compact');

  return (
    <Paper className={view.panel} withBorder>
      <Group className={classes.bar} gap="xs">
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
        <Group className={classes.tools} gap={4}>
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
          <ExportButtons title={title} input={async () => inputOf(await allRows())} range={range} disabled={isOld} onPrint={print} />
        </Group>
      </Group>
      {failure !== null && <FailedState error={failure} onRetry={retry} />}
      <ErrorBoundary onError={onRows}>
        <Suspense fallback={<TableSkeleton columns={8} />}>
          <DataGrid
            key={`${format.language} ${format.units} ${format.clock} ${windows ? 'windows' : 'whole'} ${tries}`}
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
            phone={phone ?? false}
            onOpen={onOpen}
            onRows={onRows}
            hintOf={hintOf}
            handle={grid}
          />
        </Suspense>
      </ErrorBoundary>
      <PrintSheet input={input} />
    </Paper>
  );
}
