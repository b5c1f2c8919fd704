import type { TFunction } from 'i18next';
import type { TextColumn } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { codeKey, definedKey } from '#common/texts/keys.ts';
import type { Row } from '#contract/reports/shape.ts';
import { withUnit } from '#src/core/chart/series-text.ts';
import type { HintOf } from '#src/core/grid/hint-tip.tsx';

const INPUT = /\{\{(\w+)\}\}/g;

/** A formula in words. Its text names columns as `{{fact}}`, so that it says what the headers say. */
export function formulaText(hint: string, columns: readonly TextColumn[], t: TFunction): string {
  const nameOf = (key: string) => columns.find((column) => column.key === key)?.header ?? t(codeKey('reports:column', key));
  return t(definedKey(hint), { skipInterpolation: true }).replaceAll(INPUT, (_, key: string) => nameOf(key));
}

/** The columns that a formula takes and the row holds. */
export function inputsOf(hint: string, columns: readonly TextColumn[], row: Row, t: TFunction): TextColumn[] {
  const keys = new Set([...t(definedKey(hint), { skipInterpolation: true }).matchAll(INPUT)].map(([, key]) => key));
  return columns.filter(({ key }) => keys.has(key) && row[key] !== null && row[key] !== undefined);
}

/** How a cell's number was made: the formula, and what went into it here. */
export const createHintOf =
  (columns: readonly TextColumn[], t: TFunction, format: Formatter): HintOf =>
  (column, row) => {
    if (!column.hint) return null;
    return (
      <>
        <div>
          <strong>{column.header}:</strong> {formulaText(column.hint, columns, t)}
        </div>
        {row &&
          inputsOf(column.hint, columns, row, t).map((input) => (
            <div key={input.key}>
              {input.header}: {withUnit(format, input, row[input.key])}
            </div>
          ))}
      </>
    );
  };
