import { Button, Group, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPhotoDown } from '@tabler/icons-react';
import { type ComponentType, type CSSProperties, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Brush } from 'recharts';
import { unitBehind } from '#common/files/charts/chart-words.ts';
import { chooseColours } from '#common/files/charts/colours.ts';
import { type FittedSeries, untilKey } from '#common/files/charts/fit-series.ts';
import type { TextSeries } from '#common/files/charts/series-text.ts';
import { heatRows } from '#common/files/heat-map.ts';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Range } from '#contract/periods.ts';
import type { Row } from '#contract/reports/shape.ts';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import { toast } from '#src/core/ui/toast.ts';
import classes from './chart.module.css';
import { ChartTable } from './chart-table.tsx';
import type { DrawingProps } from './drawing.tsx';

export interface WholeChartProps {
  series: TextSeries;
  /** The series as drawn. The values beneath are those of `series`. */
  drawn: FittedSeries;
  Drawing: ComponentType<DrawingProps>;
  format: Formatter;
  onPoint?: ((row: Row) => void) | undefined;
  /** Sets the days of the report. Days can then be chosen in the drawing. */
  onDays?: ((days: Range) => void) | undefined;
  onClose: () => void;
}

/** First and last point of the days that are chosen in the drawing. */
interface Span {
  startIndex: number;
  endIndex: number;
}

/** Days of a span of points, each of which may be a week or a month. */
function toRange({ rows, x }: FittedSeries, { startIndex, endIndex }: Span): Range {
  const last = rows[endIndex];
  return { after: String(rows[startIndex]?.[x.key]), before: String(last?.[untilKey(x.key)] ?? last?.[x.key]) };
}

/** Height of a heat map's line and of its headings in px. */
const [HEAT_LINE, HEAT_HEAD] = [24, 72];

/** A heat map is as high as its rows. */
function toHeight({ side, ...series }: FittedSeries): CSSProperties | undefined {
  if (!side) return undefined;
  const lines = heatRows({ ...series, side }).length;
  return { height: `max(var(--chart-height), ${HEAT_HEAD + HEAT_LINE * lines}px)` };
}

/** Saves the drawing as a picture. */
function SaveButton({ title, find }: { title: string; find: () => SVGSVGElement | null | undefined }) {
  const { t } = useTranslation('reports');
  const save = async () => {
    const svg = find();
    if (!svg) return;
    try {
      const [{ chartPng }, { download }] = await Promise.all([import('./png.ts'), import('#src/core/export/run.ts')]);
      download(await chartPng(svg, title), `${title.replaceAll(/[\\/:*?"<>|]/g, ' ')}.png`);
    } catch {
      toast.error(t('reports:chart.png_failed'));
    }
  };
  return (
    <Button variant="default" size="xs" leftSection={<IconPhotoDown size={16} stroke={1.6} aria-hidden />} onClick={save}>
      {t('reports:chart.save')}
    </Button>
  );
}

/** A chart in a dialog: keys, a large drawing, and all values beneath. Days that are chosen in the drawing become the report's days. */
export function WholeChart({ series, drawn, Drawing, format, onPoint, onDays, onClose }: WholeChartProps) {
  const { t } = useTranslation(['reports', 'pages']);
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const figure = useRef<HTMLElement>(null);
  const [span, setSpan] = useState<Span | null>(null);
  const colours = chooseColours(drawn.y);
  const { x, rows, title } = drawn;
  const range = span && toRange(drawn, span);
  const follow = onPoint && ((row: Row) => [onClose(), onPoint(row)]);
  const brush = onDays && x.kind === 'date' && rows.length > 2 && (
    <Brush
      dataKey={x.key}
      height={28}
      stroke="var(--mantine-color-dimmed)"
      fill="var(--surface)"
      ariaLabel={t('pages:chart.brush')}
      // The button names the chosen days.
      tickFormatter={() => ''}
      onChange={({ startIndex, endIndex }) => setSpan({ startIndex, endIndex })}
    />
  );
  return (
    <PlainModal title={title + unitBehind(drawn)} onClose={onClose} size="min(1200px, 96vw)" fullScreen={phone}>
      <Group mb="xs" gap="md">
        {drawn.y.length > 1 && (
          <div className={classes.legend}>
            {drawn.y.map((column, index) => (
              <span key={column.key} className={classes.key}>
                <span className={classes.swatch} style={{ background: colours[index] }} />
                {column.header}
              </span>
            ))}
          </div>
        )}
        <Group gap="xs" ml="auto">
          {range && (
            <Button
              size="xs"
              onClick={() => {
                onClose();
                onDays?.(range);
              }}
            >
              {t('pages:chart.show_days', { days: daysText(range, format) })}
            </Button>
          )}
          <SaveButton title={title} find={() => figure.current?.querySelector('svg')} />
        </Group>
      </Group>
      <figure ref={figure} className={classes.whole} style={toHeight(drawn)} aria-label={title}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <Drawing series={drawn} format={format} deviation={t('reports:chart.deviation')} onPoint={follow} pointed brush={brush} />
        </Suspense>
      </figure>
      <div className={classes.values}>
        <ChartTable series={series} format={format} onPoint={follow} />
      </div>
    </PlainModal>
  );
}
