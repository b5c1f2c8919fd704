import { useQuery } from '@tanstack/react-query';
import { bunkScores, type CallProposal, callRules, calls, PROPOSALS_PATH, proposeCall } from '#contract/operations/daily-call.ts';
import type { RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { orKept } from '#src/core/api/kept.ts';
import { useWaiting } from '#src/operations/recording/keeping.ts';
import type { GroupWord } from '#src/operations/recording/waiting-words.ts';

export type CallRule = RowOf<typeof callRules>;

/** A farm's bunks on a day: from the server or, without a network, its last response, with waiting entries applied. */
export function useWalk(farm: number, day: string) {
  const proposals = useQuery({
    queryKey: [calls.id, 'proposals', farm, day],
    queryFn: ({ signal }) =>
      orKept(`walk:${farm}:${day}`, async () => {
        const { data } = await api.get<CallProposal[]>(`${PROPOSALS_PATH}/`, { query: { farm, day }, farm, signal });
        return data;
      }),
    meta: { of: [bunkScores.id, callRules.id, 'schedules', 'leftovers', 'groups'] },
  });
  const rules = useCallRules(farm);
  const words = useWaiting().filter(
    (one): one is GroupWord => (one.kind === 'bunkscores' || one.kind === 'calls') && one.farm === farm && one.body.day === day,
  );
  return {
    error: proposals.error ?? rules.error,
    refetch: () => Promise.all([proposals.refetch(), rules.refetch()]),
    words,
    rules: rules.data,
    groups: rules.data === undefined ? undefined : proposals.data?.map((group) => withWords(group, words, rules.data)),
  };
}

/** A farm's rules; null if it has none. */
export function useCallRules(farm: number) {
  return useQuery({
    queryKey: [callRules.id, 'of', farm],
    queryFn: ({ signal }) =>
      orKept(`call-rules:${farm}`, async (): Promise<CallRule | null> => {
        const { data } = await api.get<CallRule[]>(`${callRules.path}/`, { query: { farm }, farm, signal });
        return data[0] ?? null;
      }),
  });
}

/** A group with the waiting entries applied. */
export function withWords(group: CallProposal, words: readonly GroupWord[], rules: CallRule | null): CallProposal {
  const own = words.filter(({ body, refused }) => body.group === group.group && !refused);
  const score = own.find(({ kind }) => kind === 'bunkscores')?.body.score ?? group.score;
  const percent = own.find(({ kind }) => kind === 'calls')?.body.percent;
  return {
    ...group,
    score,
    ...proposeCall({ ...group, score }, rules),
    ...(percent === undefined ? {} : { call: { id: 0, reason: '', ...group.call, percent }, weight_plan: calledWeight(group, percent) }),
  };
}

/** The day's weight with this percentage more, including kilograms that no call changes. */
export const calledWeight = ({ weight_base }: Pick<CallProposal, 'weight_base'>, percent: number): number =>
  (weight_base * (100 + percent)) / 100;
