import { useMutation, useQuery } from '@tanstack/react-query';
import { addDays } from '#contract/days.ts';
import { groups } from '#contract/operations/groups.ts';
import { milk, milkPrices } from '#contract/operations/milk.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { orKept } from '#src/core/api/kept.ts';
import { refresh, useList } from '#src/core/resource/queries.ts';
import { useWaiting } from '#src/operations/recording/keeping.ts';
import type { MilkWord } from '#src/operations/recording/waiting-words.ts';
import type { Milk } from './month.ts';

/** Days before a month that may provide its first day's fat and protein. */
const BEFORE = 31;

export const useMilk = (farm: number, days: readonly string[], group: number | null) =>
  useList(
    milk,
    {
      day_after: addDays(days[0] ?? '', -BEFORE),
      day_before: days.at(-1),
      page_size: 1000,
      ...(group === null ? {} : { group }),
    },
    { farm },
  );

export const useMilkPrices = (farm: number) =>
  useList(milkPrices, { farm, page_size: 1000, ordering: '-from' }, { farm, enabled: useAccess().can('stock', 'view') });

export const useGroups = (farm: number) =>
  useList(groups, { page_size: 1000, ordering: 'name' }, { farm, enabled: useAccess().can('group', 'view') });

/** A day's milk, including records that wait to be sent. */
export type LatelyMilk = Pick<Milk, 'group' | 'day' | 'kg' | 'fat' | 'protein' | 'price'> & { waits?: boolean };

/** The groups and the milk of the last days, from the server or, without a network, from its last answer, below waiting records. */
export function useLately(farm: number, today: string) {
  const seesGroups = useAccess().can('group', 'view');
  const { data } = useQuery({
    queryKey: [milk.id, 'lately', farm, today],
    queryFn: ({ signal }) =>
      orKept(`milk:${farm}`, async () => {
        const page = { page_size: 1000 };
        const days = { day_after: addDays(today, -BEFORE), day_before: today, ordering: '-day' };
        const [rows, herd] = await Promise.all([
          api.get<Milk[]>(`${milk.path}/`, { query: { ...page, ...days }, farm, signal }),
          seesGroups
            ? api.get<{ id: number; name: string }[]>(`${groups.path}/`, { query: { ...page, ordering: 'name' }, farm, signal })
            : null,
        ]);
        return { rows: rows.data, groups: (herd?.data ?? []).map(({ id, name }) => ({ id, name })) };
      }),
    meta: { of: [groups.id] },
  });
  const words = useWaiting().filter((one): one is MilkWord => one.kind === 'milk' && one.farm === farm);
  return { words, groups: data?.groups ?? [], rows: withWords(data?.rows ?? [], words) };
}

/** Waiting records replace the server's rows of the same day. */
export function withWords(rows: readonly LatelyMilk[], words: readonly MilkWord[]): LatelyMilk[] {
  const waiting = words.filter(({ refused }) => !refused).map(({ body }) => ({ ...body, waits: true }));
  return [...waiting, ...rows.filter((row) => !waiting.some(({ group, day }) => group === row.group && day === row.day))];
}

type Day = Pick<Milk, 'group' | 'day' | 'kg' | 'fat' | 'protein' | 'price'>;

/** Records a day's milk and replaces an earlier record. */
export function useMilkDay(farm: number) {
  return useMutation({
    mutationFn: (day: Day) => api.put<Milk>(`${milk.path}/`, { body: { farm, ...day }, farm }),
    onSettled: () => refresh(milk),
  });
}
