import classes from './sparkline.module.css';

/** Width and height of the drawing's own scale, which is stretched to its place. */
const WIDTH = 1200;
const HEIGHT = 256;
const EDGE = 16;

interface SparklineProps {
  /** Values by place from 0 to 1 along the line. */
  points: readonly { at: number; value: number }[];
  /** The line is muted up to this place: that part is the period before. */
  mutedUpTo: number;
  /** Two values further apart than this along the line are not joined. */
  gap: number;
  /** Describes the line to a screen reader. */
  label: string;
}

/** A line without axes: the course of one figure. */
export function Sparkline({ points, mutedUpTo, gap, label }: SparklineProps) {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const spread = high - low || 1;
  const x = (at: number) => Math.round(EDGE + at * (WIDTH - 2 * EDGE));
  const y = (value: number) => Math.round(HEIGHT - EDGE - ((value - low) / spread) * (HEIGHT - 2 * EDGE));
  const draw = (part: typeof points) =>
    part
      .map(({ at, value }, index) => {
        const before = part[index - 1];
        return `${before && at - before.at <= gap ? 'L' : 'M'}${x(at)} ${y(value)}`;
      })
      .join('');
  // The first point of the current period belongs to both parts, so that the line has no hole.
  const turn = points.findIndex(({ at }) => at > mutedUpTo);
  const [before, now] = turn < 0 ? [points, []] : [points.slice(0, turn + 1), points.slice(turn)];
  return (
    <svg className={classes.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path d={draw(before)} data-muted />
      <path d={draw(now)} />
    </svg>
  );
}
