import { groups } from '#contract/operations/groups.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { useLite } from '#src/domain/stock/choices.ts';
import { useCompanyChoice } from '#src/domain/stock/company-choice.ts';

interface Owned {
  owner: number | null;
  owner_name: string | null;
}

/** Companies that may own animals, and how a form adds one. */
export const useOwnerChoice = (row: Owned | null) => useCompanyChoice(row && { company: row.owner, company_name: row.owner_name });

/** The groups of a farm, or of all farms: then with the farm's name, because groups of several farms share names. */
export function useLiteGroups(farm?: number): { id: number; name: string }[] | undefined {
  const { data } = useLite<{ id: number; name: string; farm: number }>(groups, { farm });
  const { data: farms = [] } = useFarms();
  if (farm !== undefined || farms.length < 2) return data;
  const names = new Map(farms.map(({ id, name }) => [id, name]));
  return data?.map(({ id, name, farm: at }) => ({ id, name: `${name} · ${names.get(at) ?? ''}` }));
}
