import { createFormatter, type Formatter } from '#common/format/formatter.ts';
import type { Language } from '#contract/kinds.ts';
import type { Column, Row } from '#contract/reports/shape.ts';
import type { Conventions } from '#contract/words.ts';
import type { ControlChart, HeatMap } from './drawn-charts.ts';

/** A column as it stands on screen, its texts translated. */
export interface ExportColumn extends Pick<Column, 'key' | 'kind' | 'decimals' | 'total' | 'deviation' | 'unsigned' | 'adds'> {
  header: string;
  /** The heading above; neighbours with the same one share it. */
  heading?: string;
  /** Translated unit, for the header. */
  unit?: string;
}

export interface ExportLabels {
  total: string;
  /** With `{{page}}` and `{{pages}}`. */
  page: string;
  status?: Record<string, string>;
  yes?: string;
  no?: string;
}

/** Everything an export is made of: plain data, so that it can cross into a worker. */
export interface ExportInput {
  title: string;
  /** Under the title: client, farm, period, filters, time of making. */
  lines: readonly { label: string; value: string }[];
  /** Of a report: the line of the head that says which decimals the numbers have, in a workbook and in a PDF. */
  numbers?: { label: string; exact: string; cut: string };
  columns: readonly ExportColumn[];
  /** Raw: kilograms, seconds, ISO. */
  rows: readonly Row[];
  totals: Row;
  language: Language;
  units: Conventions['units'];
  clock: Conventions['clock'];
  timezone: string;
  currency: string;
  labels: ExportLabels;
  notes: readonly string[];
  /** Of a PDF, below the rows; in a file of rows they have no place. */
  heatMaps?: readonly HeatMap[];
  controlCharts?: readonly ControlChart[];
  /** To be read by another program: a header and rows, nothing above or below them; as CSV with `;` in Windows-1251. */
  bare?: boolean;
  /** Of a workbook, the sheets that follow; in a file of one table they have no place. */
  beside?: readonly ExportInput[];
  /** Of a paper: when it was issued, and its hash. Its file is the same to the byte whenever it is made. */
  issued?: { at: string; hash: string };
  /** A list, whose file may be read back: its cells show all their decimals. A report's cells show as many as the screen. */
  whole?: boolean;
}

/** From 0 to 1. */
export type OnProgress = (done: number) => void;

export const formatterOf = (input: ExportInput): Formatter => createFormatter(input);

export const headerText = ({ header, unit }: ExportColumn): string => printable(unit ? `${header}, ${unit}` : header);

export const cellText = (format: Formatter, column: ExportColumn, cell: Row[string] | undefined): string =>
  isSigned(column) ? format.signed(column.kind, cell, column) : format.value(column.kind, cell, column);

/** A deviation that is written with its sign. */
export const isSigned = ({ deviation, unsigned }: ExportColumn): boolean => Boolean(deviation && !unsigned);

/** True if the cells of a workbook show all their decimals, else as many as the screen. */
export const asKept = ({ whole, bare }: Pick<ExportInput, 'whole' | 'bare'>): boolean => Boolean(whole || bare);

/** A list has nothing to sum up, and no row that says so. */
export const hasTotals = ({ columns, totals }: ExportInput): boolean =>
  columns.some(({ total }) => total !== undefined) || Object.keys(totals).length > 0;

/** Where the word "total" stands: the first column that has no total of its own; −1 when all have. */
export const totalLabelAt = ({ columns, totals }: ExportInput): number =>
  columns.findIndex(({ key, total }) => !total && (totals[key] ?? null) === null);

/** Neighbouring columns under one heading. */
export function headingRuns(columns: readonly ExportColumn[]): { heading: string; from: number; to: number }[] {
  const runs: { heading: string; from: number; to: number }[] = [];
  columns.forEach(({ heading = '' }, at) => {
    const last = runs.at(-1);
    if (last && heading !== '' && last.heading === heading) last.to = at;
    else runs.push({ heading: printable(heading), from: at, to: at });
  });
  return runs;
}

/** Text without characters that neither XML nor a PDF can carry: control characters and halves of pairs. */
export const printable = (text: string): string => (SUSPECT.test(text) ? text.replace(UNPRINTABLE, '') : text);
/** Told without Unicode mode, which is three times as slow, for every cell: halves of pairs, paired or not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SUSPECT = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]/;
const UNPRINTABLE = /[\p{Cs}\ufffe\uffff]|(?![\t\n\r])\p{Cc}/gu;
