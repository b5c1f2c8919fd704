import type { ErrorName, Failure } from '#contract/errors.ts';
import { ApiError, fieldError } from '#server/platform/errors.ts';

type Extra = Parameters<typeof fieldError>[1];
/** Reports an error at a field of one row. */
export type Refuse = (field: string, name: ErrorName, extra?: Extra) => void;
export type Problems = ReturnType<typeof createProblems>;

/** Returns the addition to an error that names the earlier, equal row of the file. */
export const namesTwin = (at: number): Extra => ({ values: [`rows.${at}`] });

/** Collects a file's errors by row and field; `named` converts a field to the column that the file's row has. */
export function createProblems(named: (at: number, field: string) => string = (_, field) => field) {
  const errors: Failure['errors'] = {};
  const wrong = new Set<number>();

  function add(at: number, field: string, found: Failure['errors'][string]): void {
    wrong.add(at);
    const path = `rows.${at}.${named(at, field)}`;
    errors[path] ??= [];
    // Only one error per value: a second broken rule would add no information.
    if (errors[path].length === 0) errors[path].push(...found);
  }

  return {
    errors,
    isWrong: (at: number) => wrong.has(at),
    any: () => wrong.size > 0,
    refuser:
      (at: number): Refuse =>
      (field, name, extra) =>
        add(at, field, [fieldError(name, extra)]),
    /** Adds the errors that a schema found in one row. */
    addAll(at: number, { errors: found }: ApiError): void {
      for (const [field, list] of Object.entries(found)) add(at, field, list);
    },
    /** Throws a 400 with all errors, if there are any. */
    demandNone(): void {
      if (wrong.size > 0) throw new ApiError(400, errors);
    },
  };
}
