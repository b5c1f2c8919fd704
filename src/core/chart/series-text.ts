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
  /** Of a heat map: what its lines are of. */
  side?: TextColumn;
  y: TextColumn[];
  /** What people noted on the days of the report. */
  remarks?: readonly RemarkRow[] | undefined;
}

export function textSeries({ label, x, side, y, ...rest }: Series, t: TFunction, format: Formatter): TextSeries {
  const [heading, line] = textColumns(side ? [x, side] : [x], t, format);
  return { ...rest, title: t(definedKey(label)), x: heading!, ...(line ? { side: line } : {}), y: textColumns(y, t, format) };
}

/** A value as it is drawn: in the unit that is shown, so that the axis finds round numbers there (minutes, not seconds). */
export const drawn =
  ({ key, kind }: Pick<TextColumn, 'key' | 'kind'>, format: Formatter) =>
  (row: Row): number | null =>
    format.number(kind, row[key]);

/** What stands on the axis: days and months in short, instants (milliseconds there) as the farm's time, numbers as they are drawn. */
export function axisText(format: Formatter, x: TextColumn, cell: Cell | undefined): string {
  if (x.kind === 'date' && typeof cell === 'string') return format.shortDay(cell);
  if (x.kind === 'month' && typeof cell === 'string') return format.shortMonth(cell);
  if (typeof cell !== 'number') return cellText(format, x, cell);
  if (x.kind !== 'datetime') return format.compact('ratio', cell);
  return format.value('time', wallText(new Date(cell), format.timezone).slice(11, 16));
}

/** Points on a scale (seconds since the start, instants) rather than one beside the other. */
export const isScale = ({ kind }: TextColumn): boolean => kind === 'datetime' || KIND_FORMATS[kind].type === 'number';

/** A value among words, its unit where the language puts it; a deviation with its sign, as its column has it. */
export const withUnit = (format: Formatter, column: TextColumn, cell: Cell | undefined): string => {
  const plus = isSigned(column);
  if (column.kind === 'money' && typeof cell === 'number') return format.money(cell, { plus });
  if (column.kind === 'percent') return format.percent(cell, { ...column, plus });
  const text = cellText(format, column, cell);
  return column.unit && typeof cell === 'number' ? `${text}\u00a0${column.unit}` : text;
};
