import type { ErrorName, Use } from '#contract/errors.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type ApiError, conflict, type Extra } from '#server/platform/errors.ts';

/** The places of use that the caller may know: those on the caller's farms with names and rows, those on other farms only as a count. */
function visibleUses({ principal: { farms } }: ClientContext, uses: readonly Use[]): Extra {
  const within = uses.filter(({ farm }) => !farms || farm === undefined || farm === null || farms.has(farm));
  const elsewhere = uses.length - within.length;
  return { values: [...new Set(within.map(({ name }) => name))], uses: within, ...(elsewhere > 0 ? { elsewhere } : {}) };
}

/** Returns the refusal that lists where the row is in use. */
export const inUse = (context: ClientContext, uses: readonly Use[], name: ErrorName = 'in_use', field = 'detail'): ApiError =>
  conflict(name, visibleUses(context, uses), field);

/** 409 if the row is in use anywhere, even on farms that the caller can't see. */
export function refuseInUse(context: ClientContext, uses: readonly Use[], name: ErrorName = 'in_use', field = 'detail'): void {
  if (uses.length > 0) throw inUse(context, uses, name, field);
}
