/** Why a file can't be taken at all; each has its text as `import:problem.<reason>`. */
export type FileReason = 'too_large' | 'too_many_rows' | 'unreadable' | 'old_excel' | 'no_header' | 'no_rows';

export class FileProblem extends Error {
  readonly reason: FileReason;
  constructor(reason: FileReason) {
    super(reason);
    this.reason = reason;
  }
}
