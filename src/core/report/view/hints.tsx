import type { TFunction } from 'i18next';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { withUnit } from '#common/files/charts/series-text.ts';
import type { TextColumn } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { codeKey, definedKey } from '#common/texts/keys.ts';
import type { Row } from '#contract/reports/shape.ts';
import type { HintOf } from '#src/core/grid/hint-tip.tsx';

const INPUT = /\{\{(\w+)\}\}/g;

/** A formula in words. Its text contains columns as `{{fact}}`, so that it uses the words of the headers. */
export function formulaText(hint: string, columns: readonly TextColumn[], t: TFunction): string {
  const nameOf = (key: string) => columns.find((column) => column.key === key)?.header ?? t(codeKey('reports:column', key));
  return t(definedKey(hint), { skipInterpolation: true }).replaceAll(INPUT, (_, key: string) => nameOf(key));
}

/** The columns that a formula uses and the row has. */
export function inputsOf(hint: string, columns: readonly TextColumn[], row: Row, t: TFunction): TextColumn[] {
  const keys = new Set([...t(definedKey(hint), { skipInterpolation: true }).matchAll(INPUT)].map(([, key]) => key));
  return columns.filter(({ key }) => keys.has(key) && row[key] !== null && row[key] !== undefined);
}

/** A formula in words, whose texts load with the first one. */
export const Formula = (props: { hint: string; columns: readonly TextColumn[] }) => (
  <Suspense>
    <FormulaWords {...props} />
  </Suspense>
);

function FormulaWords({ hint, columns }: { hint: string; columns: readonly TextColumn[] }) {
  const { t } = useTranslation(['reports', 'hints']);
  return formulaText(hint, columns, t);
}

interface HintProps {
  hint: string;
  column: TextColumn;
  columns: readonly TextColumn[];
  row: Row | null;
  format: Formatter;
}

function Hint({ hint, column, columns, row, format }: HintProps) {
  const { t } = useTranslation(['reports', 'hints']);
  return (
    <>
      <div>
        <strong>{column.header}:</strong> {formulaText(hint, columns, t)}
      </div>
      {row &&
        inputsOf(hint, columns, row, t).map((input) => (
          <div key={input.key}>
            {input.header}: {withUnit(format, input, row[input.key])}
          </div>
        ))}
    </>
  );
}

/** Explains how a cell's figure was calculated: the formula and its values in this row. */
export const createHintOf =
  (columns: readonly TextColumn[], format: Formatter): HintOf =>
  (column, row) =>
    column.hint ? (
      <Suspense>
        <Hint hint={column.hint} column={column} columns={columns} row={row} format={format} />
      </Suspense>
    ) : null;
