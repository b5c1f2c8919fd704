/** Why a file can't be taken at all; each has its text as `import:problem.<reason>`. */
export type FileReason = 'too_large' | 'too_much' | 'too_many_rows' | 'unreadable' | 'old_excel' | 'no_header' | 'no_rows' | 'unknown_unit';

export class FileProblem extends Error {
  readonly reason: FileReason;
  /** What it is about: the headings whose unit isn't known. */
  readonly names: string;
  constructor(reason: FileReason, names = '') {
    super(reason);
    this.reason = reason;
    this.names = names;
  }
}
