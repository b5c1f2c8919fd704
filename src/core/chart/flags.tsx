import { ReferenceLine } from 'recharts';
import type { FittedSeries } from '#common/files/charts/fit-series.ts';
import { readFlags } from '#common/files/charts/flags.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { RemarkRow } from '#contract/operations/remarks.ts';

interface FlagsProps {
  series: FittedSeries;
  remarks: readonly RemarkRow[];
  format: Formatter;
}

interface FlagProps {
  viewBox?: { x?: number; y?: number };
  text: string;
}

/** A small flag at the top of its line, with the note as a tooltip. */
const Flag = ({ viewBox: { x = 0, y = 0 } = {}, text }: FlagProps) => (
  <g data-flag>
    <title>{text}</title>
    <rect x={x - 6} y={y - 6} width={20} height={20} fill="transparent" />
    <path d={`M${x} ${y - 4}h10l-3 4l3 4h-10z`} fill="var(--mantine-color-orange-6)" />
  </g>
);

/** People's notes along the days of a chart. */
export function Flags({ series, remarks, format }: FlagsProps) {
  const texts = readFlags(series, remarks, format);
  return [...texts].map(([point, lines]) => (
    <ReferenceLine
      key={point}
      x={point}
      stroke="var(--mantine-color-orange-6)"
      strokeDasharray="2 3"
      label={({ viewBox }: Pick<FlagProps, 'viewBox'>) => <Flag viewBox={viewBox} text={lines.join('\n')} />}
    />
  ));
}
