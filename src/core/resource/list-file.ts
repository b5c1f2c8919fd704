import type { TFunction } from 'i18next';
import type { FileParts } from '#common/files/incoming/plan.ts';
import type { Kind } from '#contract/kinds.ts';
import type { NutrientUnit } from '#contract/nutrient-words.ts';
import type { Cell } from '#contract/reports/shape.ts';
import type { Listed } from '#contract/resource.ts';
import type { ListSource } from './all-rows.ts';
import type { ListColumn } from './column.ts';

interface ImportField {
  key: string;
  options?: (t: TFunction) => Readonly<Record<string, string>>;
  /** True if the codes of `options` are `true` and `false`. */
  isFlag?: true;
  /** The kind for reading, if it differs from writing. */
  reads?: Kind;
  /** The field, for several columns of one field with different units, of which a line fills one; `every.days` is inside another field. */
  as?: string;
  /** Factor from the column's value to the API's: 60 for minutes of a field in seconds. */
  times?: number;
  /** Key of a column without which this one is ambiguous. */
  needs?: string;
  /** Stored decimals, if they differ from the kind's. */
  decimals?: number;
  /** Further headings of the column, in any language. */
  synonyms?: readonly string[];
  /** The percentage of dry matter: a column of moisture gives it, too. */
  isDryMatter?: true;
  /** Set for the column of a nutrient: its id, its unit, and the unit of a column that names none. */
  nutrient?: { id: number; unit: NutrientUnit; written?: NutrientUnit };
  /** Value in the template's row; by default by kind. */
  example?: Cell;
  /** The place of the row: another value moves it. */
  isPlace?: true;
}

/** The importable part of a list's file. */
export interface ImportSpec {
  /** Importable columns by the API's names, with words for codes. */
  fields: readonly ImportField[];
  /** Lists of parts. Each line belongs to the lists with a filled column of their own. */
  parts?: readonly FileParts[];
  /** Namespaces of the columns' texts: headings are recognised in every language. */
  texts: string | readonly string[];
  /** True if the file contains ids. */
  ids: boolean;
  /** True if a row without an id is the one of the same name. */
  byName: boolean;
  /** How rows are recognised, in words, if not by id, name or day. */
  about?: string;
  /** The farm of rows that name none. */
  farm?: number;
  /** Other resources that an import changes. */
  touches?: readonly Pick<Listed, 'id'>[];
}

/** A list as a file: its columns in any language, the source of its rows, and its importable part. */
export interface ListFile {
  title: string;
  // biome-ignore lint/suspicious/noExplicitAny: files of different rows are in one menu
  columns: (t: TFunction) => readonly ListColumn<any>[];
  source: ListSource;
  /** The lines of a row, if it has several. */
  // biome-ignore lint/suspicious/noExplicitAny: files of different rows are in one menu
  lines?: (row: any) => readonly object[];
  imports?: ImportSpec;
}

/** The columns of the file, with the id last. */
export function fileColumns(file: ListFile, t: TFunction): ListColumn<object>[] {
  const columns = file.columns(t).filter((column) => column.exported !== false);
  if (!file.imports?.ids) return columns;
  return [...columns, { key: 'id', label: t('core:import.id'), value: (row) => String((row as { id: number }).id) }];
}
