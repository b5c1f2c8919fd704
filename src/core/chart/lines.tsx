import { Area, Line } from 'recharts';
import { colourOf, isPlan } from './colours.ts';
import { Drawing, type DrawingProps } from './drawing.tsx';
import { drawn } from './series-text.ts';

/** A series drawn as lines, or as areas under them. */
export function Lines(props: DrawingProps) {
  const { format, series } = props;
  const { type, y } = series;
  const marks = y.map((column, index) => {
    const common = {
      dataKey: drawn(column, format),
      name: column.header,
      isAnimationActive: false,
      connectNulls: true,
      strokeWidth: 2,
    } as const;
    const colour = colourOf(column, index);
    if (type === 'area') return <Area key={column.key} {...common} stroke={colour} fill={colour} fillOpacity={0.16} />;
    return <Line key={column.key} {...common} stroke={colour} strokeDasharray={isPlan(column) ? '5 4' : undefined} dot={false} />;
  });
  return <Drawing {...props} marks={marks} />;
}
