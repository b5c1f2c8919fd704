import type { ErrorName, Failure } from '#contract/errors.ts';
import { MAX_NAMED } from '#contract/operations/load-imports.ts';
import { ApiError, fieldError } from '#server/platform/errors.ts';

export type Refusals = ReturnType<typeof createRefusals>;
type Extra = Parameters<typeof fieldError>[1];

/** Collects refusals by row and field. A load with a refused row is not written. */
export function createRefusals() {
  const errors: Failure['errors'] = {};
  const rows = new Set<string>();
  const add = (row: string, field: string, found: Failure['errors'][string]) => {
    if (!rows.has(row) && rows.size >= MAX_NAMED) {
      rows.add(row);
      return;
    }
    rows.add(row);
    errors[`${row}.${field}`] ??= found;
  };
  return {
    errors,
    count: () => rows.size,
    isRefused: (row: string) => rows.has(row),
    refuse: (row: string, field: string, name: ErrorName, extra?: Extra) => add(row, field, [fieldError(name, extra)]),
    addAll(row: string, { errors: found }: ApiError) {
      for (const [field, list] of Object.entries(found)) add(row, field, list);
    },
    /** 400 with the refusals, if there are any. */
    demandNone() {
      if (rows.size > 0) throw new ApiError(400, errors);
    },
  };
}
