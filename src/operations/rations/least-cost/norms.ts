import { useQuery } from '@tanstack/react-query';
import { norms } from '#contract/operations/norms.ts';
import type { RowOf } from '#contract/resource.ts';
import { needsOf } from '#contract/rights.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { allRows } from '#src/core/resource/all-rows.ts';
import type { ListedNutrient } from '#src/operations/analyses/file.ts';
import { type LimitRow, toNormLimit } from './values.ts';

type Norm = RowOf<typeof norms>;

/** Animals with norms, newest norm first. */
export interface NormAnimals {
  id: number;
  name: string;
  norms: Norm[];
}

/** The farm's groups, and animal types, that have norms. */
export function useNormAnimals(farm: number): NormAnimals[] {
  const { canAny } = useAccess();
  const { data } = useQuery({
    queryKey: [norms.id, 'animals'],
    queryFn: ({ signal }) => allRows<Norm>({ resource: norms, query: { ordering: '-from' } }, signal),
    enabled: canAny(needsOf(norms, 'view')),
  });
  const bySubject = new Map<string, Norm[]>();
  for (const norm of data ?? []) {
    const subject = `${norm.group} ${norm.animal_type}`;
    if (norm.farm === null || norm.farm === farm) bySubject.set(subject, [...(bySubject.get(subject) ?? []), norm]);
  }
  return [...bySubject.values()].map((own, index) => ({
    id: index + 1,
    name: own[0]?.group_name ?? own[0]?.animal_type_name ?? '–',
    norms: own,
  }));
}

/** The newest norms of the animals as limits. A target alone is no limit. */
export function listNormLimits({ norms: own }: NormAnimals, nutrients: readonly ListedNutrient[]): LimitRow[] {
  const newest = new Map<string, Norm>();
  for (const norm of own) {
    const key = `${norm.nutrient} ${norm.per}`;
    if (!newest.has(key)) newest.set(key, norm);
  }
  return [...newest.values()]
    .filter(({ min, max }) => min !== null || max !== null)
    .map((norm, index) => toNormLimit(index + 1, norm, nutrients));
}

/**
 * The limits with these norms instead of those of nutrients. A limit of the amount stays unless a norm gives another: without any, the cheapest
 * ration is none.
 */
export const takeNorms = (limits: readonly LimitRow[], taken: readonly LimitRow[]): LimitRow[] =>
  [...limits.filter(({ of }) => of !== 'nutrient' && !taken.some((norm) => norm.of === of)), ...taken].map((limit, index) => ({
    ...limit,
    key: index + 1,
  }));
