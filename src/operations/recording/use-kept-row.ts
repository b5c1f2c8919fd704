import { useQuery } from '@tanstack/react-query';
import { type ScheduleRow, schedules } from '#contract/operations/feedings.ts';
import { api } from '#src/core/api/api.ts';
import { orKept } from '#src/core/api/kept.ts';
import { rowQuery } from '#src/core/resource/queries.ts';

/** Key under which the device stores a feeding. */
export const keptRow = (id: number) => `schedule:${id}`;

/** A feeding as the server last returned it, stored so that a start without a network finds it. */
export function useKeptRow(id: number, farm: number) {
  return useQuery<ScheduleRow>({
    queryKey: rowQuery(schedules, id, { farm }).queryKey,
    queryFn: ({ signal }) =>
      orKept(keptRow(id), async () => (await api.get<ScheduleRow>(`${schedules.path}/${id}/`, { farm, signal })).data),
  });
}
