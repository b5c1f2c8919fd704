import { useMutation, useQuery } from '@tanstack/react-query';
import { mixers } from '#contract/operations/mixers.ts';
import { api } from '#src/core/api/api.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { type Rows, refresh } from '#src/core/resource/queries.ts';
import { readCalibration, writeCalibration } from '#src/domain/calibration/calibration.ts';
import type { Mixer } from './columns.ts';

/** Fetched again each time: the present token can't decrypt data that was encrypted for an earlier one. */
export function useCalibration(mixer: number) {
  return useQuery({
    queryKey: [mixers.id, 'calibration', mixer],
    queryFn: async ({ signal }) => {
      const { data } = await api.get<Mixer>(`${mixers.path}/${mixer}/`, { signal });
      if (!data) console.error('No mixer data in response');
      return readCalibration(data?.calibration ?? null);
    },
    gcTime: 0,
  });
}

/** Sends a calibration that is encrypted already, and puts the answer into the lists on screen. */
export async function updateMixer({ id, data }: { id?: number; data?: string }): Promise<Mixer> {
  if (!id) throw new Error('ID is required for updateMixer');
  if (!data) throw new Error('Data is required for updateMixer');
  const answer = await api.put<Mixer | undefined>(`${mixers.path}/${id}/calibration/`, { body: { id, data } });
  if (!answer.data) throw new Error('No data returned from API');
  putMixer(answer.data);
  return answer.data;
}

function putMixer(mixer: Mixer) {
  let found = false;
  queryClient.setQueriesData<Rows<Mixer>>({ queryKey: [mixers.id, 'list'] }, (list) => {
    if (!list?.rows.some(({ id }) => id === mixer.id)) return list;
    found = true;
    return { ...list, rows: list.rows.map((row) => (row.id === mixer.id ? mixer : row)) };
  });
  if (!found) console.error('Mixer not found in array for update');
}

/** Encrypts the input for the stored token and saves it. */
export function useCalibrate() {
  return useMutation({
    mutationFn: async ({ id, text }: { id: number; text: string }) => updateMixer({ id, data: await writeCalibration(text) }),
    onSuccess: () => refresh(mixers),
  });
}
