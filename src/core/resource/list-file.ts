import type { TFunction } from 'i18next';
import type { FileParts } from '#common/files/incoming/plan.ts';
import type { Kind } from '#contract/kinds.ts';
import type { Cell } from '#contract/reports/shape.ts';
import type { Listed } from '#contract/resource.ts';
import type { ListSource } from './all-rows.ts';
import type { ListColumn } from './column.ts';

interface ImportField {
  key: string;
  options?: (t: TFunction) => Readonly<Record<string, string>>;
  /** How it is read, where it is written as something else. */
  reads?: Kind;
  /** The field that it is: of the part, where several columns, each in its unit, are of one and a line fills one of them; `every.days` is one within another. */
  as?: string;
  /** What the API's value is of one of the column's: 60 for minutes that it counts in seconds. */
  times?: number;
  /** The key of a column without which this one has several meanings. */
  needs?: string;
  /** As many decimals as are kept, where that isn't as of its kind. */
  decimals?: number;
  /** Of an empty file's row; by the kind otherwise. */
  example?: Cell;
}

/** What of a list's file is read back in. */
export interface ImportSpec {
  /** Columns that are read, by the API's names; those of codes with the words for them. */
  fields: readonly ImportField[];
  /** Lines that are parts of one row; of several lists each line is of those that have a column of their own filled in it. */
  parts?: readonly FileParts[];
  /** The namespaces of the columns' texts: their headings are known in every language. */
  texts: string | readonly string[];
  /** Rows have ids in the file, by which they are known again. */
  ids: boolean;
  /** A row without an id is the one of the same name. */
  byName: boolean;
  /** How a row is known, in words, where that is otherwise than by id, name or day. */
  about?: string;
  /** The farm of rows that name none. */
  farm?: number;
  /** Other resources that an import changes. */
  touches?: readonly Pick<Listed, 'id'>[];
}

/** A list as a file: the columns that it has in any language, where its rows come from, and what may come back. */
export interface ListFile {
  title: string;
  // biome-ignore lint/suspicious/noExplicitAny: files of different rows stand in one menu
  columns: (t: TFunction) => readonly ListColumn<any>[];
  source: ListSource;
  /** The lines that a row makes, when it isn't one. */
  // biome-ignore lint/suspicious/noExplicitAny: files of different rows stand in one menu
  lines?: (row: any) => readonly object[];
  imports?: ImportSpec;
}

/** The columns of the file, the id last. */
export function fileColumns(file: ListFile, t: TFunction): ListColumn<object>[] {
  const columns = file.columns(t).filter((column) => column.exported !== false);
  if (!file.imports?.ids) return columns;
  return [...columns, { key: 'id', label: t('core:import.id'), value: (row) => String((row as { id: number }).id) }];
}
