import { useQuery } from '@tanstack/react-query';
import { closedMonths, type MonthState } from '#contract/operations/closed-months.ts';
import type { RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { allRows } from '#src/core/resource/all-rows.ts';

export type Closing = RowOf<typeof closedMonths>;

export interface MonthRow extends MonthState {
  /** Number of the month in the year, as the list's id. */
  id: number;
  /** The month's last closing, valid or reopened; undefined if it was never closed. */
  closing: Closing | undefined;
}

/** A farm's months of a year, newest first. Reloaded when a closing changes. */
export function useMonths(farm: number | null, year: number) {
  return useQuery({
    queryKey: [closedMonths.id, 'year', farm, year],
    enabled: farm !== null,
    queryFn: async ({ signal }): Promise<MonthRow[]> => {
      const query = { farm: farm ?? undefined, year };
      const [{ data }, closings] = await Promise.all([
        api.get<MonthState[]>(`${closedMonths.path}/year/`, { query, signal }),
        allRows<Closing>({ resource: closedMonths, query: { farm: farm ?? undefined } }, signal),
      ]);
      // Sorted with the newest closing first, so the first one of a month is its last closing.
      return data.map((state) => ({
        ...state,
        id: Number(state.month.slice(5)),
        closing: closings.find(({ month }) => month === state.month),
      }));
    },
  });
}
