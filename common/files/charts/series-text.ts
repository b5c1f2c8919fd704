import type { TFunction } from 'i18next';
import { cellText, isSigned } from '#common/files/input.ts';
import { type TextColumn, textColumns } from '#common/files/text-column.ts';
import { wallText } from '#common/format/clock.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { KIND_FORMATS } from '#common/format/kinds.ts';
import { definedKey } from '#common/texts/keys.ts';
import type { RemarkRow } from '#contract/operations/remarks.ts';
import type { Cell, Row, Series } from '#contract/reports/shape.ts';

/** A series with its texts in the language on screen. */
export interface TextSeries extends Pick<Series, 'key' | 'type' | 'rows' | 'filter'> {
  title: string;
  x: TextColumn;
  /** Rows of a heat map. */
  side?: TextColumn;
  y: TextColumn[];
  /** People's notes on the report's days. */
  remarks?: readonly RemarkRow[] | undefined;
}

export function textSeries({ label, x, side, y, ...rest }: Series, t: TFunction, format: Formatter): TextSeries {
  const [heading, line] = textColumns(side ? [x, side] : [x], t, format);
  return { ...rest, title: t(definedKey(label)), x: heading!, ...(line ? { side: line } : {}), y: textColumns(y, t, format) };
}

/** A value in the shown unit, so that axes have round numbers (minutes instead of seconds). */
export const drawn =
  ({ key, kind }: Pick<TextColumn, 'key' | 'kind'>, format: Formatter) =>
  (row: Row): number | null =>
    format.number(kind, row[key]);

/** Text of an axis: days and months in short form, instants (in milliseconds) as farm time, numbers as drawn. */
export function axisText(format: Formatter, x: TextColumn, cell: Cell | undefined): string {
  if (x.kind === 'date' && typeof cell === 'string') return format.shortDay(cell);
  if (x.kind === 'month' && typeof cell === 'string') return format.shortMonth(cell);
  if (typeof cell !== 'number') return cellText(format, x, cell);
  if (x.kind !== 'datetime') return format.compact('ratio', cell);
  return format.value('time', wallText(new Date(cell), format.timezone).slice(11, 16));
}

/** True for points on a scale (seconds since the start, instants) instead of side by side. */
export const isScale = ({ kind }: TextColumn): boolean => kind === 'datetime' || KIND_FORMATS[kind].type === 'number';

/** A value in a text, with its unit at the language's position and a deviation's sign. */
export const withUnit = (format: Formatter, column: TextColumn, cell: Cell | undefined): string => {
  const plus = isSigned(column);
  if (column.kind === 'money' && typeof cell === 'number') return format.money(cell, { plus });
  if (column.kind === 'percent') return format.percent(cell, { ...column, plus });
  const text = cellText(format, column, cell);
  return column.unit && typeof cell === 'number' ? `${text}\u00a0${column.unit}` : text;
};
