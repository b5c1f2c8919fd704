import { ActionIcon, Group, Paper, Skeleton } from '@mantine/core';
import { IconChartBar, IconPhotoDown, IconTable } from '@tabler/icons-react';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { Row } from '#contract/reports/shape.ts';
import { ErrorBoundary } from '#src/core/ui/failures.tsx';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { Tip } from '#src/core/ui/tip.tsx';
import { toast } from '#src/core/ui/toast.ts';
import classes from './chart.module.css';
import { chartNotes, unitBehind } from './chart-words.ts';
import { coloursOf } from './colours.ts';
import { fitSeries } from './fit-series.ts';
import type { TextSeries } from './series-text.ts';

const Bars = lazyPart(async () => (await import('./drawing.tsx')).Drawing);
const Lines = lazyPart(async () => (await import('./lines.tsx')).Lines);
const HeatMap = lazyPart(async () => (await import('./heat-map.tsx')).HeatMap);
const Waterfall = lazyPart(async () => (await import('./waterfall-drawing.tsx')).Waterfall);
const ChartTable = lazyPart(async () => (await import('./chart-table.tsx')).ChartTable);

/** Two keys of more characters than these leave the title no room in a narrow card; three of any length don't, either. */
const SHORT_KEYS = 20;
const hasLongKeys = (columns: readonly { header: string }[]) =>
  columns.length > 2 || (columns.length === 2 && columns.reduce((total, { header }) => total + header.length, 0) > SHORT_KEYS);

/** What tells that a person turns to the chart. */
const POINTING = ['pointerenter', 'pointerdown', 'focusin'] as const;

interface ChartCardProps {
  series: TextSeries;
  format: Formatter;
  /** Something else comes first: the place is held. */
  waits?: boolean;
  /** A click on a point: sets the filter that the series names. */
  onPoint?: (row: Row) => void;
}

/** A chart that can be read as a table and saved as a picture. */
export function ChartCard({ series, format, waits = false, onPoint }: ChartCardProps) {
  const { t } = useTranslation('reports');
  const [table, setTable] = useState(false);
  const [pointed, setPointed] = useState(false);
  const figure = useRef<HTMLDivElement>(null);
  const drawn = useMemo(() => fitSeries(series, (count) => t('reports:chart.others', { total: count })), [series, t]);
  const controls = drawn.type === 'control';
  const lined = controls || drawn.type === 'line' || drawn.type === 'area' || drawn.y.some(({ compares }) => compares);
  const Drawing = drawn.side ? HeatMap : drawn.type === 'waterfall' ? Waterfall : lined ? Lines : Bars;
  const hasKeys = drawn.y.length > 1 && !table && !controls;
  const colours = coloursOf(drawn.y);
  const unit = unitBehind(drawn);
  const note = chartNotes(drawn, t, format)
    .map((text) => ` · ${text}`)
    .join('');

  useEffect(() => {
    const node = figure.current;
    if (pointed || table || !node) return;
    const notice = () => setPointed(true);
    for (const event of POINTING) node.addEventListener(event, notice);
    return () => {
      for (const event of POINTING) node.removeEventListener(event, notice);
    };
  }, [pointed, table]);

  const save = async () => {
    const svg = figure.current?.querySelector('svg');
    if (!svg) return;
    try {
      const [{ chartPng }, { download }] = await Promise.all([import('./png.ts'), import('#src/core/export/run.ts')]);
      download(await chartPng(svg, series.title), `${series.title.replaceAll(/[\\/:*?"<>|]/g, ' ')}.png`);
    } catch {
      toast.error(t('reports:chart.png_failed'));
    }
  };

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
        <h2 className={classes.title} title={drawn.title + unit + note}>
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
        <Group gap={0} wrap="nowrap" className={classes.tools}>
          {!table && (
            <Tip label={t('reports:chart.save')}>
              <ActionIcon variant="subtle" color="gray" aria-label={t('reports:chart.save')} onClick={save}>
                <IconPhotoDown size={16} stroke={1.6} aria-hidden />
              </ActionIcon>
            </Tip>
          )}
          <Tip label={t(table ? 'reports:chart.as_chart' : 'reports:chart.as_table')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t(table ? 'reports:chart.as_chart' : 'reports:chart.as_table')}
              onClick={() => setTable(!table)}
            >
              {table ? <IconChartBar size={16} stroke={1.6} aria-hidden /> : <IconTable size={16} stroke={1.6} aria-hidden />}
            </ActionIcon>
          </Tip>
        </Group>
      </div>
      {table ? (
        <Suspense fallback={<Skeleton height="var(--chart-height, 176px)" />}>
          <ChartTable series={series} format={format} onPoint={onPoint} />
        </Suspense>
      ) : (
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
      )}
    </Paper>
  );
}
