import { useQuery } from '@tanstack/react-query';
import { type DryMatterAnswer, dryMatter, type MeasuredFeed, TODAY_PATH, weighedPercent } from '#contract/operations/dry-matter.ts';
import { api } from '#src/core/api/api.ts';
import { orKept } from '#src/core/api/kept.ts';
import { useWaiting } from '#src/operations/recording/keeping.ts';
import type { MeasurementWord } from '#src/operations/recording/waiting-words.ts';

/** A feed with the waiting measurement applied. */
export interface FeedToMeasure extends MeasuredFeed {
  /** Measurement made here that the server doesn't have yet. */
  waits?: MeasurementWord['body'];
}

export const percentOf = ({ percent, wet, dry }: MeasurementWord['body']): number =>
  wet !== undefined && dry !== undefined ? weighedPercent(wet, dry) : (percent ?? 0);

/** Feeds to measure on a farm: from the server or, without a network, its last response, with waiting measurements applied. */
export function useMeasuredFeeds(farm: number) {
  const { data, error, refetch } = useQuery({
    queryKey: [dryMatter.id, 'today', farm],
    queryFn: ({ signal }) =>
      orKept(`dry-matter:${farm}`, async () => {
        const { data: feeds } = await api.get<MeasuredFeed[]>(`${TODAY_PATH}/`, { query: { farm }, farm, signal });
        return feeds;
      }),
    meta: { of: ['ingredients', 'rations', 'schedules'] },
  });
  const words = useWaiting().filter((one): one is MeasurementWord => one.kind === 'drymatter' && one.farm === farm);
  return { error, refetch, words, feeds: data?.map((feed) => withWords(feed, words)) };
}

export function withWords(feed: MeasuredFeed, words: readonly MeasurementWord[]): FeedToMeasure {
  const waits = words.findLast(({ body, refused }) => body.ingredient === feed.ingredient && !refused)?.body;
  return waits ? { ...feed, waits } : feed;
}

/** The effect of a measurement; the server calculates it without saving. */
export function useTried(farm: number, ingredient: number, percent: number | null) {
  return useQuery({
    queryKey: [dryMatter.id, 'tried', farm, ingredient, percent],
    queryFn: async ({ signal }) => {
      const body = { ingredient, percent };
      return (await api.post<DryMatterAnswer>(`${dryMatter.path}/`, { query: { dry_run: true }, body, farm, signal })).data;
    },
    enabled: percent !== null,
    retry: false,
    meta: { of: ['ingredients', 'rations', 'schedules'] },
  });
}
