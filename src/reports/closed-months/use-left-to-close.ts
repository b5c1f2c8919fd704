import { useQuery } from '@tanstack/react-query';
import { closedMonths } from '#contract/operations/closed-months.ts';
import { allRows } from '#src/core/resource/all-rows.ts';
import type { Closing } from './queries.ts';

/** True if one of the farms hasn't closed the month; false until that is known. */
export function useLeftToClose(month: string, farms: readonly { id: number }[], enabled: boolean): boolean {
  const { data } = useQuery({
    queryKey: [closedMonths.id, 'closed', month, farms.map(({ id }) => id)],
    enabled: enabled && farms.length > 0,
    queryFn: ({ signal }) =>
      allRows<Closing>({ resource: closedMonths, query: { month, closed: true, farm: farms.map(({ id }) => id) } }, signal),
  });
  return data !== undefined && farms.some(({ id }) => !data.some(({ farm }) => farm === id));
}
