import { Area, Bar, Line } from 'recharts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { coloursOf, isPlan } from './colours.ts';
import { barLabels, bars, Drawing, type DrawingProps, liesSideways } from './drawing.tsx';
import { drawn } from './series-text.ts';

const Control = lazyPart(async () => (await import('./control-drawing.tsx')).ControlDrawing);

/** What is drawn with lines; a control chart, which few screens have, comes in a part of its own. */
export const Lines = (props: DrawingProps) => (props.series.type === 'control' ? <Control {...props} /> : <PlainLines {...props} />);

/** A series drawn as lines, or as areas under them; or as bars with what they are compared with: a pale line over days, a pale bar beside each name. */
function PlainLines(props: DrawingProps) {
  const { format, series } = props;
  const { type, y, banded } = series;
  const isLined = type === 'line' || type === 'area';
  const sideways = liesSideways(series);
  const own = y.filter(({ compares }) => !compares);
  const colours = coloursOf(y);
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
    if (banded && isPlan(column)) return <Area key={column.key} {...line} stroke="none" fill={colour} fillOpacity={0.22} />;
    if (type === 'area' && !column.compares) return <Area key={column.key} {...line} fill={colour} fillOpacity={0.16} />;
    return <Line key={column.key} {...line} strokeDasharray={isPlan(column) ? '5 4' : undefined} dot={false} />;
  });
  return <Drawing {...props} marks={[...(isLined ? [] : bars({ type, y: own }, format, sideways)), ...marks]} />;
}
