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
 * The server's last response for each feeding reported by this device. Queries update their screens a moment later; until then the row
 * would look unchanged although nothing waits any more.
 */
const answers = createStore<ReadonlyMap<number, ScheduleRow>>(new Map());

/** The present row: the query's, or the response to our own report if that is newer. */
export function useLatest(row: ScheduleRow): ScheduleRow {
  const answer = useStore(answers).get(row.id);
  return answer && answer.version > row.version ? answer : row;
}

/** True if the same report may be accepted later. */
export const isPassing = ({ status }: ApiError) => status === 0 || status >= 500 || status === 401 || status === 408 || status === 429;

export async function sendReport({ schedule, kind, body, farm, client }: WaitingReport) {
  const { data } = await api.put<ScheduleRow>(`${schedules.path}/${schedule}/${kind}/`, { body, farm });
  answers.set(new Map(answers.get()).set(schedule, data));
  keepAnswer(keptRow(schedule), data, client);
  queryClient.setQueryData(rowQuery(schedules, schedule, { farm }).queryKey, data);
}

export async function sendWord({ kind, body, farm }: WaitingWord) {
  await api.put(`manager/${kind}/`, { body, farm });
  // Until the screen has it from the server, it shows the waiting entry.
  await refresh({ id: kind });
}
