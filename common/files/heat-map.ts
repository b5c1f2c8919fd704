import type { Formatter } from '#common/format/formatter.ts';
import { KIND_FORMATS } from '#common/format/kinds.ts';
import type { Row } from '#contract/reports/shape.ts';
import type { HeatMap } from './drawn-charts.ts';
import { cellText } from './input.ts';
import type { TextColumn } from './text-column.ts';

interface HeatSeries {
  title: string;
  x: TextColumn;
  side: TextColumn;
  y: readonly TextColumn[];
  rows: readonly Row[];
}

/** This share of the values, the largest ones, has the full colour: a single extreme value would make all others pale. */
const FULL_PART = 0.05;

const nameIn = (row: Row, { key }: TextColumn) => String(row[`${key}_id`] ?? row[key] ?? '');

/**
 * Puts the longer list of names down the side, where each has its own line, starting with the largest deviation, so that it is visible
 * without scrolling. Times and days stay along the top.
 */
function turned<S extends Pick<HeatSeries, 'x' | 'side' | 'y' | 'rows'>>(series: S): S {
  const { x, side, y, rows } = series;
  const farthest = new Map<string, number>();
  const lines = new Set<string>();
  for (const row of rows) {
    lines.add(nameIn(row, side));
    const size = Math.abs(Number(row[y[0]!.key] ?? 0));
    farthest.set(nameIn(row, x), Math.max(farthest.get(nameIn(row, x)) ?? 0, size));
  }
  if (x.kind !== 'text' || farthest.size <= lines.size) return series;
  const getFarthest = (row: Row) => farthest.get(nameIn(row, x)) ?? 0;
  return { ...series, x: side, side: x, rows: [...rows].sort((one, other) => getFarthest(other) - getFarthest(one)) };
}

/** Its rows by line, each in the order of the headings; null for a missing cell. */
export function heatRows(series: Pick<HeatSeries, 'x' | 'side' | 'y' | 'rows'>): (Row | null)[][] {
  const { x, side, rows } = turned(series);
  const headings = [...new Set(rows.map((row) => nameIn(row, x)))];
  const lines = new Map<string, Map<string, Row>>();
  for (const row of rows) {
    const line = lines.get(nameIn(row, side)) ?? new Map<string, Row>();
    lines.set(nameIn(row, side), line.set(nameIn(row, x), row));
  }
  return [...lines.values()].map((line) => headings.map((heading) => line.get(heading) ?? null));
}

const headingText = (format: Formatter, column: TextColumn, row: Row) =>
  column.kind === 'date' ? format.shortDay(String(row[column.key])) : cellText(format, column, row[column.key]);

/**
 * Texts of a heat map, and the strength of each cell's colour. Sign and digits are in the cell, so that nothing depends on colour alone.
 */
export function heatMapOf(series: HeatSeries, format: Formatter): HeatMap {
  const { title, x, side, y, rows } = turned(series);
  const value = y[0]!;
  const formatCellNumber = (row: Row | null) =>
    row && KIND_FORMATS[value.kind].type === 'number' ? format.number(value.kind, row[value.key]) : null;
  const cells = heatRows(series);
  const sizes = cells
    .flat()
    .flatMap((row) => formatCellNumber(row) ?? [])
    .map(Math.abs)
    .sort((one, other) => other - one);
  const full = sizes[Math.floor(sizes.length * FULL_PART)] ?? 0;
  const computeHeat = (number: number | null) =>
    number === null ? null : full > 0 ? Math.max(-1, Math.min(1, number / full)) : Math.sign(number);
  const headings = new Map(rows.map((row) => [nameIn(row, x), headingText(format, x, row)]));
  return {
    title,
    unit: value.unit ?? '',
    side: side.header,
    heading: x.header,
    headings: [...headings.values()],
    deviates: Boolean(value.deviation),
    lines: cells.map((line) => ({
      name: cellText(format, side, line.find((row) => row !== null)?.[side.key]),
      cells: line.map((row) => ({ text: cellText(format, value, row?.[value.key]), heat: computeHeat(formatCellNumber(row)) })),
    })),
  };
}

/** Deviations are blue below zero and amber above it; other values are green. */
export const heatHue = ({ deviates }: HeatMap, heat: number): 'under' | 'over' | 'fact' =>
  deviates ? (heat < 0 ? 'under' : 'over') : 'fact';
/** Opacity of the strongest colour: the digits on it stay legible, also in the dark scheme. */
export const HEAT_COVER = 0.32;
