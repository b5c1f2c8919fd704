import { useCurrentFarm } from '../../core/layout/farm-context.ts';
import { useFarms } from '../../core/layout/use-farms.ts';

/** A farm's timezone; the open farm's while none is named. */
export function useTimezoneOf(farm: number | null | undefined): string {
  const current = useCurrentFarm();
  const { data } = useFarms();
  return data?.find(({ id }) => id === farm)?.timezone ?? current?.timezone ?? 'UTC';
}
