import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';

/** Time zones by farm; without a farm, the open farm's. */
export function useTimezones(): (farm: number | null | undefined) => string {
  const current = useCurrentFarm();
  const { data } = useFarms();
  return (farm) => data?.find(({ id }) => id === farm)?.timezone ?? current?.timezone ?? 'UTC';
}

export const useTimezoneOf = (farm: number | null | undefined): string => useTimezones()(farm);
