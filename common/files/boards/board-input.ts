import type { PaperChart } from '#common/files/charts/paper-chart.ts';
import type { ControlChart, HeatMap } from '#common/files/drawn-charts.ts';
import type { ExportInput } from '#common/files/input.ts';

/** A headline figure with its course. */
export interface PaperFigure {
  kind: 'figure';
  name: string;
  value: string;
  change: { text: string; judged: 'good' | 'bad' | 'neutral' } | null;
  /** Points of the course from 0 to 1 along the days, with their values. */
  course: { at: number; value: number }[];
  /** Texts below the course: first day, range and last day, or only the days. */
  ends: string[];
}

/** The content of a tile. Long contents take the whole width and continue on the next page. */
export type PaperContent =
  | PaperFigure
  | { kind: 'chart'; chart: PaperChart; sentence: string | null }
  | { kind: 'heatMap'; heatMap: HeatMap }
  | { kind: 'control'; chart: ControlChart }
  | { kind: 'table'; input: ExportInput }
  | { kind: 'text'; title: string; text: string };

export interface PaperTile {
  w: number;
  h: number;
  /** Filters of the tile that differ from the board's. */
  filters: string;
  content: PaperContent;
}

/** A board as it is drawn on paper: plain data, so that it can cross into a thread. Tiles are in reading order. */
export interface BoardInput extends Pick<ExportInput, 'title' | 'lines' | 'notes' | 'language'> {
  page: string;
  tiles: PaperTile[];
}
