import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { headerWithUnit, textColumns } from '#common/files/text-column.ts';
import { dimensionColumn, measureColumn } from '#contract/reports/explorer-view.ts';
import { DIMENSIONS, type Dimension, MEASURES, type Measure } from '#contract/reports/explorer-words.ts';
import type { Column } from '#contract/reports/shape.ts';
import { useFormat } from '#src/core/format/use-format.ts';

/** Names of rows and measures, the same as in the columns, with units. */
export function useNames(): (word: Dimension | Measure) => string {
  const { t } = useTranslation(['reports', 'explorer']);
  const format = useFormat();
  return useMemo(() => {
    const nameColumns = <T extends string>(words: readonly T[], columnOf: (word: T) => Column) =>
      textColumns(words.map(columnOf), t, format).map((column, at) => [words[at], headerWithUnit(column)] as const);
    const names = new Map<string | undefined, string>([
      ...nameColumns(DIMENSIONS, dimensionColumn),
      ...nameColumns(MEASURES, measureColumn),
    ]);
    return (word) => names.get(word) ?? word;
  }, [t, format]);
}
