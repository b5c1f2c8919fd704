import { useQuery } from '@tanstack/react-query';
import { closedMonths, type MonthState } from '#contract/operations/closed-months.ts';
import type { RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { allRows } from '#src/core/resource/all-rows.ts';

export type Closing = RowOf<typeof closedMonths>;

export interface MonthRow extends MonthState {
  /** The month's number of its year, for the list. */
  id: number;
  /** The last closing that it had, standing or opened again; undefined when it never was closed. */
  closing: Closing | undefined;
}

/** A farm's year, month by month, newest first. Refetched when a closing changes, here or elsewhere. */
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
      // Newest closing first: the first of a month is its last.
      return data.map((state) => ({
        ...state,
        id: Number(state.month.slice(5)),
        closing: closings.find(({ month }) => month === state.month),
      }));
    },
  });
}
