import { cellText } from '#common/files/input.ts';
import type { TextColumn } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Row } from '#contract/reports/shape.ts';

/** The rows whose shown cells contain every word of `search`. Without a search, the same array. */
export function searchRows(rows: readonly Row[], columns: readonly TextColumn[], search: string, format: Formatter): readonly Row[] {
  const words = search.toUpperCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = columns
      .map((column) => cellText(format, column, row[column.key]))
      .join('\n')
      .toUpperCase();
    return words.every((word) => text.includes(word));
  });
}
