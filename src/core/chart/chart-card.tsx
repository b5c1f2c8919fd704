import { ActionIcon, Group, Paper, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconChartBar, IconPhotoDown, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../../contract/reports/shape.ts';
import { download } from '../export/run.ts';
import type { Formatter } from '../format/formatter.ts';
import { ErrorBoundary } from '../ui/failures.tsx';
import { loadChunk } from '../ui/load-chunk.ts';
import { toast } from '../ui/toast.ts';
import classes from './chart.module.css';
import { ChartTable } from './chart-table.tsx';
import { colourOf } from './colours.ts';
import { chartPng } from './png.ts';
import type { TextSeries } from './series-text.ts';

const Drawing = lazy(() => loadChunk(async () => ({ default: (await import('./drawing.tsx')).Drawing })));

interface ChartCardProps {
  series: TextSeries;
  format: Formatter;
  /** A click on a point: sets the filter that the series names. */
  onPoint?: (row: Row) => void;
}

/** A chart that can be read as a table and saved as a picture. */
export function ChartCard({ series, format, onPoint }: ChartCardProps) {
  const { t } = useTranslation('reports');
  const [table, setTable] = useState(false);
  const figure = useRef<HTMLDivElement>(null);

  const save = async () => {
    const svg = figure.current?.querySelector('svg');
    if (!svg) return;
    try {
      download(await chartPng(svg, series.title), `${series.title.replaceAll(/[\\/:*?"<>|]/g, ' ')}.png`);
    } catch {
      toast.error(t('reports:chart.png_failed'));
    }
  };

  return (
    <Paper component="section" className={classes.card} withBorder aria-label={series.title}>
      <Group justify="space-between" wrap="nowrap" gap="xs" mb={8}>
        <div>
          <Text component="h2" fw={600}>
            {series.title}
          </Text>
          {series.y.length > 1 && !table && (
            <Group gap={12} aria-hidden>
              {series.y.map((column, index) => (
                <span key={column.key} className={classes.key}>
                  <span className={classes.swatch} style={{ background: colourOf(column, index) }} />
                  {column.header}
                </span>
              ))}
            </Group>
          )}
        </div>
        <Group gap={4} wrap="nowrap" className={classes.tools}>
          {!table && (
            <Tooltip label={t('reports:chart.save')}>
              <ActionIcon variant="subtle" color="gray" aria-label={t('reports:chart.save')} onClick={save}>
                <IconPhotoDown size={18} stroke={1.6} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label={t(table ? 'reports:chart.as_chart' : 'reports:chart.as_table')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t(table ? 'reports:chart.as_chart' : 'reports:chart.as_table')}
              onClick={() => setTable(!table)}
            >
              {table ? <IconChartBar size={18} stroke={1.6} aria-hidden /> : <IconTable size={18} stroke={1.6} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      {table ? (
        <ChartTable series={series} format={format} onPoint={onPoint} />
      ) : (
        <figure ref={figure} className={classes.figure} aria-label={series.title}>
          <ErrorBoundary>
            <Suspense fallback={<Skeleton height={176} />}>
              <Drawing series={series} format={format} deviation={t('reports:chart.deviation')} onPoint={onPoint} />
            </Suspense>
          </ErrorBoundary>
        </figure>
      )}
    </Paper>
  );
}
