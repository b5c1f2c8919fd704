import type { Kind, Language } from '#contract/kinds.ts';
import type { NutrientUnit } from '#contract/nutrient-words.ts';
import type { Conventions } from '#contract/words.ts';

/** Lines that are parts of one row: the list's name, and the columns that the parts have. */
export interface FileParts {
  field: string;
  keys: readonly string[];
  /** So many of the columns, the first, name a part; one by default. */
  named?: number;
  /** By what lines without an id are known to be of one row; `name` by default. */
  of?: string;
}

/** A column that a file may have. */
export interface FileField {
  /** The API's name of it, by which it is recognised too. */
  key: string;
  kind: Kind;
  /** Its heading in each language, without the unit. */
  labels: Partial<Record<Language, string>>;
  /** For codes: the words of every language, in small letters, and the codes that they mean. */
  options?: Readonly<Record<string, string | boolean>>;
  /** The field that it is, where several columns are of one, or where it lies within another. */
  as?: string;
  /** What the API's value is of one of the column's. */
  times?: number;
  /** The key of a column without which this one has several meanings. */
  needs?: string;
  /** As many decimals as are kept, where that isn't as of its kind. */
  decimals?: number;
  /** Further headings of the column, in any language. */
  synonyms?: readonly string[];
  /** The percentage of dry matter: a column of moisture gives it, too. */
  isDryMatter?: true;
  /** Set for the column of a nutrient: its id, its unit, and the unit of a column that names none. */
  nutrient?: { id: number; unit: NutrientUnit; written?: NutrientUnit };
}

/** How a file is read: plain data, so that it can cross into a worker. */
export interface FilePlan {
  language: Language;
  /** The reader's, in which a weight without a unit is. */
  units: Conventions['units'];
  /** The client's currency; without one, prices in any currency are taken. */
  currency?: string | undefined;
  fields: readonly FileField[];
  /** Lines that are parts of one row. */
  parts?: readonly FileParts[];
  mostRows: number;
  /** A person's choices for columns, by heading; they go before every detected meaning. */
  choices?: Readonly<Record<string, ColumnChoice>>;
}

/** What a person says about a column: the field that it is, null to leave it out, and its unit. */
export interface ColumnChoice {
  field: string | null;
  /** As in a heading: `t`, `₴/t`; absent if the heading's own unit is right. */
  unit?: string;
}
