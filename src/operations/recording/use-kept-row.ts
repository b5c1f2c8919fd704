import { useQuery } from '@tanstack/react-query';
import { type ScheduleRow, schedules } from '#contract/operations/feedings.ts';
import { api } from '#src/core/api/api.ts';
import { orKept } from '#src/core/api/kept.ts';
import { rowQuery } from '#src/core/resource/queries.ts';

/** By which the device keeps a feeding. */
export const keptRow = (id: number) => `schedule:${id}`;

/** A feeding as the server last told it, which a start without a network must still find. */
export function useKeptRow(id: number, farm: number) {
  return useQuery<ScheduleRow>({
    queryKey: rowQuery(schedules, id, { farm }).queryKey,
    queryFn: ({ signal }) =>
      orKept(keptRow(id), async () => (await api.get<ScheduleRow>(`${schedules.path}/${id}/`, { farm, signal })).data),
  });
}
