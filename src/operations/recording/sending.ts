import { type ScheduleRow, schedules } from '#contract/operations/feedings.ts';
import { api } from '#src/core/api/api.ts';
import type { ApiError } from '#src/core/api/api-error.ts';
import { keepAnswer } from '#src/core/api/kept.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { createStore, useStore } from '#src/core/api/store.ts';
import { refresh, rowQuery } from '#src/core/resource/queries.ts';
import { keptRow } from './use-kept-row.ts';
import type { WaitingReport, WaitingWord } from './waiting-words.ts';

/**
 * The server's last word on each feeding that this device reported. Queries tell their screens a moment later, and in that
 * moment nothing would wait any more while the row still looked as before.
 */
const answers = createStore<ReadonlyMap<number, ScheduleRow>>(new Map());

/** The row as it is now: the query's, or the answer to our own report when that is newer. */
export function useLatest(row: ScheduleRow): ScheduleRow {
  const answer = useStore(answers).get(row.id);
  return answer && answer.version > row.version ? answer : row;
}

/** Whether the same report may well be accepted later. */
export const isPassing = ({ status }: ApiError) => status === 0 || status >= 500 || status === 401 || status === 408 || status === 429;

export async function sendReport({ schedule, kind, body, farm, client }: WaitingReport) {
  const { data } = await api.put<ScheduleRow>(`${schedules.path}/${schedule}/${kind}/`, { body, farm });
  answers.set(new Map(answers.get()).set(schedule, data));
  keepAnswer(keptRow(schedule), data, client);
  queryClient.setQueryData(rowQuery(schedules, schedule, { farm }).queryKey, data);
}

export async function sendWord({ kind, body, farm }: WaitingWord) {
  await api.put(`manager/${kind}/`, { body, farm });
  // Until the screen has it from the server, it has it from what waits.
  await refresh({ id: kind });
}
