import type { FilePlan } from '#common/files/incoming/plan.ts';
import type { FileContent } from '#common/files/incoming/read.ts';
import type { Imported } from '#contract/imports.ts';
import type { ApiError } from '#src/core/api/api-error.ts';
import type { ImportSpec } from '#src/core/resource/list-file.ts';

export interface CheckedFile {
  name: string;
  plan: FilePlan;
  content: FileContent;
  verdict: Imported;
}

/** The rows that are taken with what was seen of them: a new one stays new, and one that somebody changes meanwhile is refused. */
export function asSeen({ content, verdict }: CheckedFile, { ids }: ImportSpec, taken: readonly number[]): object[] {
  return taken.map((at) => {
    const { values } = content.rows[at]!;
    const { action, id, version } = verdict.rows[at] ?? {};
    if (!ids) return values;
    return action === 'create' ? { ...values, id: null } : { ...values, id, version };
  });
}

/** What was refused, by the rows' places in the file rather than among those that were taken. */
export function withErrors(verdict: Imported, { errors: refused }: ApiError, taken: readonly number[]): Imported {
  const inFile = (path: string) => path.replace(/^rows\.(\d+)/, (_, at) => `rows.${taken[Number(at)]}`);
  const errors = Object.fromEntries(Object.entries(refused).map(([path, list]) => [inFile(path), list]));
  const wrong = new Set(Object.keys(errors).map((path) => Number(path.split('.')[1])));
  return { ...verdict, errors, rows: verdict.rows.map((row, at) => (wrong.has(at) ? { ...row, action: 'wrong' } : row)) };
}
