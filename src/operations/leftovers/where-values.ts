import type { LeftoverTo } from '#contract/operations/leftovers.ts';
import type { Leftover } from './queries.ts';

interface Values {
  /** `waste`, `sold`, or the number of a group. */
  to: string;
  refed: number | null;
  refed_on: string | null;
  price: number | null;
  version: number;
}

export const toOf = (to: LeftoverTo) => (typeof to === 'object' ? String(to.group) : to);

export const isGroup = (to: string) => to !== 'waste' && to !== 'sold';

export const valuesOf = (row: Leftover | null): Values => ({
  to: row ? toOf(row.to) : 'waste',
  refed: row?.refed ?? null,
  refed_on: row?.refed_on ?? null,
  price: row?.price ?? null,
  version: row?.version ?? 1,
});

export const bodyOf = ({ to, refed, refed_on, price, version }: Values) => ({
  to: isGroup(to) ? { group: Number(to) } : to,
  refed: isGroup(to) ? refed : null,
  refed_on: isGroup(to) ? refed_on : null,
  price: to === 'sold' ? price : null,
  version,
});
