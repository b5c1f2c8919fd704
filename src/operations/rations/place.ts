import type { FarmCard } from '#contract/operations/farms.ts';
import { useAppPath } from '#src/core/api/place.ts';

/** Addresses of a farm's rations. */
export function useRationsPath() {
  const path = useAppPath();
  return (farm: Pick<FarmCard, 'id' | 'company'>, rest: string | number = '') =>
    path(`companies/${farm.company}/farms/${farm.id}/rations${rest === '' ? '' : `/${rest}`}`);
}

/** The address of a farm's programmes. */
export function useProgrammesPath() {
  const path = useAppPath();
  return (farm: Pick<FarmCard, 'id' | 'company'>) => path(`companies/${farm.company}/farms/${farm.id}/programmes`);
}
