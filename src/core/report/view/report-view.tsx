import { Paper, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSeries } from '#common/files/charts/series-text.ts';
import { textColumns } from '#common/files/text-column.ts';
import { definedKey } from '#common/texts/keys.ts';
import type { Range } from '#contract/periods.ts';
import type { ReportData, Row, Series, ReportView as Shape } from '#contract/reports/shape.ts';
import { NoViewRights } from '#src/core/access/notices.tsx';
import { ApiError } from '#src/core/api/api-error.ts';
import { ChartCard } from '#src/core/chart/chart-card.tsx';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { FEW_ROWS } from './few-rows.ts';
import { GridPanel, type GridPanelProps } from './grid-panel.tsx';
import { useKept } from './kept.ts';
import classes from './report-view.module.css';
import { Tiles, TilesSkeleton } from './tiles.tsx';

const Stale = lazyPart(async () => (await import('./stale.tsx')).Stale);
const AlertsLine = lazyPart(async () => (await import('./alerts-line.tsx')).AlertsLine);
const Base = lazyPart(async () => (await import('./base.tsx')).Base);

interface ReportViewProps extends Omit<GridPanelProps, 'data' | 'dimmed' | 'onRows' | 'charts' | 'phone'> {
  shape: Pick<Shape, 'tiles' | 'series'> & { madeOf?: string };
  data: ReportData | undefined;
  error: unknown;
  /** New figures are loading; those shown are of other filters. */
  dimmed: boolean;
  onRetry: () => void;
  onPoint?: (series: Series, row: Row) => void;
  onDays?: (days: Range) => void;
}

/** Placeholder in the final size, so that nothing moves when the figures arrive. */
function ViewSkeleton({ shape, folded }: Pick<ReportViewProps, 'shape'> & { folded: boolean }) {
  return (
    <div className={classes.view} aria-busy>
      {shape.tiles.length > 0 && <TilesSkeleton tiles={shape.tiles} />}
      {shape.series.length > 0 && !folded && (
        <Charts of={shape.series}>
          {shape.series.map(({ key, type }) => (
            <Paper key={key} withBorder className={classes.chart} data-type={type}>
              <Skeleton height="100%" />
            </Paper>
          ))}
        </Charts>
      )}
      <Paper withBorder className={classes.panel}>
        <TableSkeleton columns={8} />
      </Paper>
    </div>
  );
}

/** The number of charts is an attribute: with `:has`, every node that a chart measures with would recompute all styles. */
function Charts({ of, children }: { of: readonly { type: string }[]; children: ReactNode }) {
  return (
    <div
      className={classes.charts}
      data-many={of.length > 3 || undefined}
      data-waterfall={of.some(({ type }) => type === 'waterfall') || undefined}
    >
      {children}
    </div>
  );
}

/** True if a click on a point filters the report or opens another one. */
const leads = ({ filter, opens, rows }: Series) => Boolean(filter || opens || rows.some((row) => row.opens));

interface FiguresProps extends Pick<GridPanelProps, 'data' | 'format' | 'dimmed' | 'phone'> {
  children: ReactNode;
}

/** The part above the rows: alerts, the comparison, tiles and charts. */
function Figures({ data, format, dimmed, phone, children }: FiguresProps) {
  const { t } = useTranslation('reports');
  const { alerts = [], comparison, tiles } = data;
  const columns = useMemo(() => textColumns(data.columns, t, format), [data.columns, t, format]);
  return (
    <div className={classes.figures} data-figures data-alerts={alerts.length > 0 || undefined} data-dimmed={dimmed || undefined}>
      {alerts.length > 0 && (
        <Suspense fallback={<Skeleton height={32} />}>
          <AlertsLine alerts={alerts} format={format} />
        </Suspense>
      )}
      {comparison && (
        <Suspense>
          <Base comparison={comparison} seen={tiles.length === 0} format={format} />
        </Suspense>
      )}
      {tiles.length > 0 && <Tiles tiles={tiles} columns={columns} format={format} base={comparison ?? data.tiles_base} phone={phone} />}
      {children}
    </div>
  );
}

/** Names what the height that few rows leave goes to: charts, or nothing. */
const nameFew = (few: boolean, drawn: boolean) => (few && drawn ? 'charts' : few || undefined);

/** Figures of a report or of a row's detail: notes, tiles, charts and grid, or the reason why there are none. */
export function ReportView({ shape, data, error, dimmed, onRetry, onPoint, onDays, ...panel }: ReportViewProps) {
  const { t } = useTranslation('reports');
  const { format } = panel;
  // Charts take longer to draw than the grid, which shouldn't wait for them.
  const [rowsStand, setRowsStand] = useState(false);
  const [folded, turnFolded] = useKept('report-charts-folded');
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  if (error instanceof ApiError && error.status === 403) return <NoViewRights />;
  if (!data) return error ? <FailedState error={error} onRetry={onRetry} /> : <ViewSkeleton shape={shape} folded={folded} />;

  const series = data.series.filter(({ rows }) => rows.length > 0);
  const count = data.rows.length;
  const few = !panel.more && count > 0 && count <= FEW_ROWS;
  const drawn = series.length > 0 && !folded;
  return (
    <div className={classes.view} data-few={nameFew(few, drawn)}>
      {error !== null && (
        <Suspense>
          <Stale error={error} />
        </Suspense>
      )}
      {data.rows.length === 0 ? (
        <Paper withBorder>
          <EmptyState title={t('reports:view.empty')} text={t(definedKey(shape.madeOf ?? 'reports:view.empty_text'))} />
        </Paper>
      ) : (
        <>
          <Figures data={data} format={format} dimmed={dimmed} phone={phone}>
            {drawn && (
              <Charts of={series}>
                {series.map((one) => (
                  <ChartCard
                    key={one.key}
                    series={{ ...textSeries(one, t, format), remarks: data.remarks }}
                    format={format}
                    waits={!rowsStand}
                    onDays={onDays}
                    onPoint={onPoint && leads(one) ? (row) => onPoint(one, row) : undefined}
                  />
                ))}
              </Charts>
            )}
          </Figures>
          <GridPanel
            data={data}
            dimmed={dimmed}
            phone={phone}
            charts={series.length > 0 ? { folded, turn: turnFolded } : undefined}
            onRows={() => setRowsStand(true)}
            {...panel}
          />
        </>
      )}
    </div>
  );
}
