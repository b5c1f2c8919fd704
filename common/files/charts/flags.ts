import type { Formatter } from '#common/format/formatter.ts';
import type { RemarkRow } from '#contract/operations/remarks.ts';
import { type FittedSeries, untilKey } from './fit-series.ts';

type Points = Pick<FittedSeries, 'x' | 'rows'>;

/** The point of a day: its own, or that of its week or month. */
export function findPoint({ x, rows }: Points, day: string): string | undefined {
  const point = rows.find((row) => String(row[x.key]) <= day && day <= String(row[untilKey(x.key)] ?? row[x.key]));
  return point && String(point[x.key]);
}

/** Texts of people's notes by their point of the chart. */
export function readFlags(points: Points, remarks: readonly RemarkRow[], format: Formatter): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const { date, subject_name, text } of remarks) {
    const point = findPoint(points, date);
    const label = `${format.shortDay(date)}: ${subject_name ? `${subject_name} – ` : ''}${text}`;
    if (point) texts.set(point, [...(texts.get(point) ?? []), label]);
  }
  return texts;
}
