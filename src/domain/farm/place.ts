import { useParams } from 'react-router-dom';
import type { FarmCard } from '#contract/operations/farms.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';

/** The farm in the address. The screen's gate ensures that it is loaded. */
export function useFarmOfRoute(): FarmCard {
  const id = Number(useParams().farm_id);
  const { data } = useFarms();
  const farm = data?.find((one) => one.id === id);
  if (!farm) throw new Error(`Farm ${id} is not loaded`);
  return farm;
}

/** The address of a farm: it opens the farm's first screen that this person may see. */
export function useFarmHome() {
  const path = useAppPath();
  return (farm: Pick<FarmCard, 'id' | 'company'>) => path(`companies/${farm.company}/farms/${farm.id}`);
}

/** Addresses of a farm's planning screens. */
export function useFarmPath() {
  const path = useAppPath();
  return (farm: Pick<FarmCard, 'id' | 'company'>, rest = '') => path(`companies/${farm.company}/farms/${farm.id}/planning${rest}`);
}
