import { Paper, Skeleton } from '@mantine/core';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chartNotes, unitBehind } from '#common/files/charts/chart-words.ts';
import { chooseColours } from '#common/files/charts/colours.ts';
import { fitSeries } from '#common/files/charts/fit-series.ts';
import type { TextSeries } from '#common/files/charts/series-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Range } from '#contract/periods.ts';
import type { Row } from '#contract/reports/shape.ts';
import { ErrorBoundary } from '#src/core/ui/failures.tsx';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import classes from './chart.module.css';

const Bars = lazyPart(async () => (await import('./drawing.tsx')).Drawing);
const Lines = lazyPart(async () => (await import('./lines.tsx')).Lines);
const HeatMap = lazyPart(async () => (await import('./heat-map.tsx')).HeatMap);
const Waterfall = lazyPart(async () => (await import('./waterfall-drawing.tsx')).Waterfall);
const OpenChart = lazyPart(async () => (await import('./open-chart.tsx')).OpenChart);

/** Max characters of two keys next to the title in a narrow card. Three keys never fit. */
const SHORT_KEYS = 20;
const hasLongKeys = (columns: readonly { header: string }[]) =>
  columns.length > 2 || (columns.length === 2 && columns.reduce((total, { header }) => total + header.length, 0) > SHORT_KEYS);

/** Events of a person who turns to the chart. */
const POINTING = ['pointerenter', 'pointerdown', 'focusin'] as const;

interface ChartCardProps {
  series: TextSeries;
  format: Formatter;
  /** True while other parts load first. The space is reserved. */
  waits?: boolean;
  /** A click on a point sets the series' filter. */
  onPoint?: (row: Row) => void;
  /** Sets the report's days to those chosen in the whole chart. */
  onDays?: ((days: Range) => void) | undefined;
}

/** A chart, which its button or title opens whole with its values. */
export function ChartCard({ series, format, waits = false, onPoint, onDays }: ChartCardProps) {
  const { t } = useTranslation('reports');
  const [pointed, setPointed] = useState(false);
  const figure = useRef<HTMLDivElement>(null);
  const drawn = useMemo(() => fitSeries(series, (count) => t('reports:chart.others', { total: count })), [series, t]);
  const controls = drawn.type === 'control';
  const lined = controls || drawn.type === 'line' || drawn.type === 'area' || drawn.y.some(({ compares }) => compares);
  const Drawing = drawn.side ? HeatMap : drawn.type === 'waterfall' ? Waterfall : lined ? Lines : Bars;
  const hasKeys = drawn.y.length > 1 && !controls;
  const colours = chooseColours(drawn.y);
  const unit = unitBehind(drawn);
  const note = chartNotes(drawn, t, format)
    .map((text) => ` · ${text}`)
    .join('');

  useEffect(() => {
    const node = figure.current;
    if (pointed || !node) return;
    const notice = () => setPointed(true);
    for (const event of POINTING) node.addEventListener(event, notice);
    return () => {
      for (const event of POINTING) node.removeEventListener(event, notice);
    };
  }, [pointed]);

  return (
    <Paper
      component="section"
      className={classes.card}
      withBorder
      data-type={series.type}
      data-keys={(hasKeys && hasLongKeys(drawn.y)) || undefined}
      aria-label={series.title}
    >
      <div className={classes.head}>
        <h2 className={classes.title}>
          {drawn.title}
          {unit}
          {note && <span className={classes.note}>{note}</span>}
        </h2>
        {hasKeys && (
          <div className={classes.keys} aria-hidden>
            {drawn.y.map((column, index) => (
              <span key={column.key} className={classes.key}>
                <span className={classes.swatch} style={{ background: colours[index] }} />
                {column.header}
              </span>
            ))}
          </div>
        )}
        <div className={classes.tools}>
          <Suspense>
            <OpenChart series={series} drawn={drawn} Drawing={Drawing} format={format} onPoint={onPoint} onDays={onDays} />
          </Suspense>
        </div>
      </div>
      <figure ref={figure} className={classes.figure} aria-label={series.title} aria-busy={waits}>
        <ErrorBoundary>
          <Suspense fallback={<Skeleton height="var(--chart-height, 176px)" />}>
            {waits ? (
              <Skeleton height="var(--chart-height, 176px)" />
            ) : (
              <Drawing series={drawn} format={format} deviation={t('reports:chart.deviation')} onPoint={onPoint} pointed={pointed} />
            )}
          </Suspense>
        </ErrorBoundary>
      </figure>
    </Paper>
  );
}
