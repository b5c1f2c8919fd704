import { useQuery } from '@tanstack/react-query';
import { packsOn } from '#common/packs/packs.ts';
import { packs } from '#contract/operations/packs.ts';
import type { RowOf } from '#contract/resource.ts';
import { needsOf } from '#contract/rights.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { orKept } from '#src/core/api/kept.ts';
import { allRows } from '#src/core/resource/all-rows.ts';

export type Pack = RowOf<typeof packs>;

/** The packs of all feeds of the client. A phone that read them once shows them offline. */
export function usePacks(): readonly Pack[] {
  const { canAny } = useAccess();
  const { data } = useQuery({
    queryKey: [packs.id, 'all'],
    queryFn: ({ signal }) => orKept(packs.id, () => allRows<Pack>({ resource: packs, query: {} }, signal)),
    enabled: canAny(needsOf(packs, 'view')),
  });
  return data ?? [];
}

/** The packs of a feed on a day. */
export const packsOfFeed = (all: readonly Pack[], ingredient: number | null, day: string): Pack[] =>
  packsOn(
    all.filter((pack) => pack.ingredient === ingredient),
    day,
  );

/** The body of an entry: its packs, or its kilograms (`kg` names the field). */
export function packedBody<V extends { pack: string | null; packs: number | null }, K extends keyof V>(values: V, kg: K): Partial<V> {
  const { pack: _pack, packs: _packs, ...inKilograms } = values;
  const { [kg]: _kg, ...inPacks } = values;
  return (values.packs === null ? inKilograms : inPacks) as Partial<V>;
}
