import { definedKey } from '#common/texts/keys.ts';
import type { TextKey } from '#common/texts/text-keys.gen.ts';
import type { Cell, Column } from '#contract/reports/shape.ts';

/** The word of a cell, for a column with words for its values or for being empty. */
export function wordOf(
  { texts, empty }: Pick<Column, 'texts' | 'empty'>,
  cell: Cell | undefined,
  t: (key: TextKey) => string,
): string | null {
  if (cell) return texts ? t(definedKey(`${texts}.${cell}`)) : String(cell);
  return empty ? t(definedKey(empty)) : null;
}
