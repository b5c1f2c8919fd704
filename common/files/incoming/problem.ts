/** Reasons why a file can't be taken. Each has its text as `import:problem.<reason>`. */
const FILE_REASONS = [
  // The kind of the file.
  ...(['too_large', 'too_much', 'too_many_rows', 'unreadable', 'old_excel', 'password', 'web_table', 'xml_table'] as const),
  ...(['pdf', 'json', 'other_file', 'hidden_lines', 'unclosed_quote', 'no_header', 'no_rows'] as const),
  // Content with more than one meaning.
  ...([
    'unknown_unit',
    'units_disagree',
    'price_unit',
    'other_currency',
    'unread_column',
    'missing_column',
    'gross_only',
    'ambiguous_number',
  ] as const),
  ...(['mixed_days', 'merged_amount', 'struck_cells', 'formula_without_value'] as const),
] as const;
export type FileReason = (typeof FILE_REASONS)[number];

/** A column of the file with what it is taken for. */
export interface ColumnMeaning {
  heading: string;
  /** The first cells with content. */
  samples: string[];
  /** The field of the list; null if nothing is read from the column. */
  field: string | null;
  /** The column helps to read others: a unit, a time, an amount. */
  role: string | null;
  unit: string;
}

export class FileProblem extends Error {
  readonly reason: FileReason;
  /** The columns of the file, if its headings were found: a person can say what they are. */
  meanings: ColumnMeaning[] = [];
  /** The headings, lines or cells that the reason is about. */
  readonly names: string;
  constructor(reason: FileReason, names = '') {
    super(reason);
    this.reason = reason;
    this.names = names;
  }
}
