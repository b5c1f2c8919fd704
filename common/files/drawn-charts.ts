/** A heat map as it is shown and printed. */
export interface HeatMap {
  title: string;
  /** Unit of its values; '' if they have none. */
  unit: string;
  /** Name of what its lines and headings show. */
  side: string;
  heading: string;
  headings: string[];
  lines: { name: string; cells: HeatCell[] }[];
  /** True if its values are deviations, below or above zero. */
  deviates: boolean;
}

/** `heat` from −1 to 1, null for an empty cell: distance of the value from 0 relative to the others, with its sign. */
export interface HeatCell {
  text: string;
  heat: number | null;
}

/** A measure with its moving average and the average's limits, as it is shown and printed. */
export interface ControlChart {
  title: string;
  /** Unit of the measure; '' if it has none. */
  unit: string;
  names: { value: string; ewma: string };
  points: ControlPoint[];
  /** The latest target and limits. */
  levels: { key: 'upper' | 'target' | 'lower'; at: number; text: string }[];
}

/** Values in the shown unit; null if unknown. `out`: the side on which the average is outside its limits. */
export interface ControlPoint {
  name: string;
  value: number | null;
  ewma: number | null;
  upper: number | null;
  target: number | null;
  lower: number | null;
  out: -1 | 0 | 1;
}
