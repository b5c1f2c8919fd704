import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { definedKey } from '#common/texts/keys.ts';
import type { Column } from '#contract/reports/shape.ts';
import type { ExportColumn } from './input.ts';

/** A report's column with its texts in the language on screen. */
export interface TextColumn extends ExportColumn {
  /** The key of the formula's text. */
  hint?: string;
  /** Not shown until chosen. */
  hidden?: boolean;
  /** Shown on a phone's card. */
  card?: boolean;
  /** Figures in the unit that the cell names. */
  unit_of?: string[];
  /** Of a difference column. */
  compares?: Column['compares'];
}

export function textColumns(columns: readonly Column[], t: TFunction, format: Formatter): TextColumn[] {
  return columns.map(({ label, verbatim, group, day, kind, compares, ...rest }) => ({
    ...rest,
    kind,
    ...(compares && { compares }),
    header: toHeader(verbatim ? label : t(definedKey(label)), compares, t),
    heading: day ? format.value('date', day) : group && t(definedKey(group)),
    unit: toUnit(kind, compares, t, format),
  }));
}

function toHeader(name: string, compares: Column['compares'], t: TFunction): string {
  if (!compares) return name;
  return t(compares === 'base' ? 'reports:compared.base' : 'reports:compared.change', { name });
}

function toUnit(kind: Column['kind'], compares: Column['compares'], t: TFunction, format: Formatter): string {
  // Percentages differ by points.
  if (compares === 'change' && kind === 'percent') return t('reports:compared.points');
  const unit = format.unit(kind);
  return unit && t(unit, format.unitValues);
}

/** What a heading has between its words and its unit: a short unit goes to the next line with the last word, a long one may by itself. */
export const unitGap = (unit: string): string => (unit.length > 2 ? ' ' : '\u00a0');

/** A heading on screen. */
export const headerWithUnit = ({ header, unit }: Pick<TextColumn, 'header' | 'unit'>): string =>
  unit ? `${header},${unitGap(unit)}${unit}` : header;
