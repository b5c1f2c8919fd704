import type { ErrorName, Failure } from '#contract/errors.ts';
import { ApiError, fieldError } from '#server/platform/errors.ts';

type Extra = Parameters<typeof fieldError>[1];
/** Says what is wrong with a field of one row. */
export type Refuse = (field: string, name: ErrorName, extra?: Extra) => void;
export type Problems = ReturnType<typeof createProblems>;

/** Gathers what is wrong with a file, by row and field; `named` turns a field into the one that the file's row has. */
export function createProblems(named: (at: number, field: string) => string = (_, field) => field) {
  const errors: Failure['errors'] = {};
  const wrong = new Set<number>();

  function add(at: number, field: string, found: Failure['errors'][string]): void {
    wrong.add(at);
    const path = `rows.${at}.${named(at, field)}`;
    errors[path] ??= [];
    // One thing at a time: a second rule that the same value breaks tells nothing new.
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
    /** Takes over what a schema found in one row. */
    addAll(at: number, { errors: found }: ApiError): void {
      for (const [field, list] of Object.entries(found)) add(at, field, list);
    },
    /** 400 with all of it, if there is any. */
    demandNone(): void {
      if (wrong.size > 0) throw new ApiError(400, errors);
    },
  };
}
