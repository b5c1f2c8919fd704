/** A heat map as it is drawn and printed. */
export interface HeatMap {
  title: string;
  /** What its values are measured in; '' where they have no unit. */
  unit: string;
  /** What its lines and its headings are of. */
  side: string;
  heading: string;
  headings: string[];
  lines: { name: string; cells: HeatCell[] }[];
  /** Its values tell how far something is off, under or over. */
  deviates: boolean;
}

/** `heat` from −1 to 1, null of an empty cell: how far the value is from 0 beside the others, on which side. */
export interface HeatCell {
  text: string;
  heat: number | null;
}

/** A measure, its moving average, and the limits that the average should stay within, as it is drawn and printed. */
export interface ControlChart {
  title: string;
  /** What it is measured in; '' where that has no unit. */
  unit: string;
  names: { value: string; ewma: string };
  points: ControlPoint[];
  /** Target and limits as they stand at last. */
  levels: { key: 'upper' | 'target' | 'lower'; at: number; text: string }[];
}

/** In the unit that is shown; null where nothing is known. `out`: on which side the average lies outside of its limits. */
export interface ControlPoint {
  name: string;
  value: number | null;
  ewma: number | null;
  upper: number | null;
  target: number | null;
  lower: number | null;
  out: -1 | 0 | 1;
}
