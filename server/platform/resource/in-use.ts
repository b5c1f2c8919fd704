import type { ErrorName, Use } from '#contract/errors.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type ApiError, conflict, type Extra } from '#server/platform/errors.ts';

/** Where something is in use, as the caller may know it: by name and as rows on the farms in reach, by their number on the others. */
function visibleUses({ principal: { farms } }: ClientContext, uses: readonly Use[]): Extra {
  const within = uses.filter(({ farm }) => !farms || farm === undefined || farm === null || farms.has(farm));
  const elsewhere = uses.length - within.length;
  return { values: [...new Set(within.map(({ name }) => name))], uses: within, ...(elsewhere > 0 ? { elsewhere } : {}) };
}

/** The refusal that says where it is in use. */
export const inUse = (context: ClientContext, uses: readonly Use[], name: ErrorName = 'in_use', field = 'detail'): ApiError =>
  conflict(name, visibleUses(context, uses), field);

/** 409 when it is in use anywhere, whoever sees it there. */
export function refuseInUse(context: ClientContext, uses: readonly Use[], name: ErrorName = 'in_use', field = 'detail'): void {
  if (uses.length > 0) throw inUse(context, uses, name, field);
}
