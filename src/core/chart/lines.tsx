import { Area, Bar, Line } from 'recharts';
import { chooseColours, isPlan } from '#common/files/charts/colours.ts';
import { liesSideways } from '#common/files/charts/marks.ts';
import { drawn } from '#common/files/charts/series-text.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { barLabels, bars, Drawing, type DrawingProps } from './drawing.tsx';

const Control = lazyPart(async () => (await import('./control-drawing.tsx')).ControlDrawing);

/** Charts with lines. Control charts, which few screens have, are a lazy part. */
export const Lines = (props: DrawingProps) => (props.series.type === 'control' ? <Control {...props} /> : <PlainLines {...props} />);

/** A series as lines or areas, or as bars with their comparison: a pale line over days, a pale bar next to each name. */
function PlainLines(props: DrawingProps) {
  const { format, series } = props;
  const { type, x, y } = series;
  const isLined = type === 'line' || type === 'area';
  const sideways = liesSideways(series);
  const own = y.filter(({ compares }) => !compares);
  const colours = chooseColours(y);
  const marks = y.map((column, index) => {
    const common = { dataKey: drawn(column, format), name: column.header, isAnimationActive: false } as const;
    const colour = colours[index]!;
    if (column.compares && sideways)
      return (
        type === 'bar' && (
          <Bar key={column.key} {...common} fill={colour} radius={[0, 3, 3, 0]} maxBarSize={14}>
            {barLabels(column, format)}
          </Bar>
        )
      );
    if (!isLined && !column.compares) return null;
    const line = { ...common, connectNulls: true, strokeWidth: 2, stroke: colour } as const;
    if (x.kind === 'date' && isPlan(column)) return <Area key={column.key} {...line} stroke="none" fill={colour} fillOpacity={0.22} />;
    if (type === 'area' && !column.compares) return <Area key={column.key} {...line} fill={colour} fillOpacity={0.16} />;
    return <Line key={column.key} {...line} strokeDasharray={isPlan(column) ? '5 4' : undefined} dot={false} />;
  });
  return <Drawing {...props} marks={[...(isLined ? [] : bars({ ...series, y: own }, format, sideways)), ...marks]} />;
}
