import { groups } from '#contract/operations/groups.ts';
import { useLite } from '#src/domain/stock/choices.ts';
import { useCompanyChoice } from '#src/domain/stock/company-choice.ts';

interface Owned {
  owner: number | null;
  owner_name: string | null;
}

/** Companies that may own animals, and how a form adds one. */
export const useOwnerChoice = (row: Owned | null) => useCompanyChoice(row && { company: row.owner, company_name: row.owner_name });

/** The groups of a farm, or of all farms. */
export const useLiteGroups = (farm?: number) => useLite<{ id: number; name: string }>(groups, { farm });
