import { useQuery } from '@tanstack/react-query';
import { type ScheduleRow, schedules } from '../../../contract/operations/schedules.ts';
import { api } from '../../core/api/api.ts';
import { orKept } from '../../core/api/kept.ts';
import { rowQuery } from '../../core/resource/queries.ts';

/** A feeding as the server last told it, which a reload without a network must still find. */
export function useKeptRow(id: number, farm: number) {
  return useQuery<ScheduleRow>({
    queryKey: rowQuery(schedules, id, { farm }).queryKey,
    queryFn: ({ signal }) =>
      orKept(`schedule:${id}`, async () => (await api.get<ScheduleRow>(`${schedules.path}/${id}/`, { farm, signal })).data),
  });
}
