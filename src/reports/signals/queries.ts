import { useQuery } from '@tanstack/react-query';
import { type SignalChart, signals } from '#contract/reports/signals.ts';
import { api } from '#src/core/api/api.ts';
import { orKept } from '#src/core/api/kept.ts';
import type { Signal } from './signal.ts';

/** One signal; without a network, as last loaded on this device. */
export function useSignal(id: number) {
  return useQuery({
    queryKey: [signals.id, 'row', id],
    queryFn: ({ signal }) => orKept(`signal:${id}`, async () => (await api.get<Signal>(`${signals.path}/${id}/`, { signal })).data),
  });
}

/** Values around a signal for its chart. */
export function useSignalChart(id: number) {
  return useQuery({
    queryKey: [signals.id, 'chart', id],
    queryFn: ({ signal }) =>
      orKept(`signal-chart:${id}`, async () => (await api.get<SignalChart>(`${signals.path}/${id}/chart/`, { signal })).data),
  });
}
