import type { Kind, Language } from '#contract/kinds.ts';
import type { Conventions } from '#contract/words.ts';
import type { FileParts } from '#src/core/resource/list-file.ts';

/** A column that a file may have. */
export interface FileField {
  /** The API's name of it, by which it is recognised too. */
  key: string;
  kind: Kind;
  /** Its heading in each language, without the unit. */
  labels: Partial<Record<Language, string>>;
  /** For codes: the words of every language, in small letters, and the codes that they mean. */
  options?: Readonly<Record<string, string>>;
  /** The field that it is, where several columns are of one, or where it lies within another. */
  as?: string;
  /** What the API's value is of one of the column's. */
  times?: number;
  /** As many decimals as are kept, where that isn't as of its kind. */
  decimals?: number;
}

/** How a file is read: plain data, so that it can cross into a worker. */
export interface FilePlan {
  language: Language;
  /** The reader's, in which a weight without a unit is. */
  units: Conventions['units'];
  fields: readonly FileField[];
  /** Lines that are parts of one row. */
  parts?: readonly FileParts[];
  mostRows: number;
}
