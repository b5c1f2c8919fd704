import { callRules } from '#contract/operations/daily-call.ts';
import { groups } from '#contract/operations/groups.ts';
import { mixers } from '#contract/operations/mixers.ts';
import { rations } from '#contract/operations/rations.ts';
import type { RowOf } from '#contract/resource.ts';
import { needsOf } from '#contract/rights.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useList } from '#src/core/resource/queries.ts';

export type Ration = RowOf<typeof rations>;
export type Mixer = RowOf<typeof mixers>;
export type AnimalGroup = RowOf<typeof groups>;

export interface Choices {
  rations: readonly Ration[];
  mixers: readonly Mixer[];
  groups: readonly AnimalGroup[];
  /** True if the farm uses daily calls, from which a feeding may be locked. */
  called: boolean;
  /** True while some are loading. */
  pending: boolean;
  error: unknown;
}

const ALL = { page_size: 1000, ordering: 'name' };
const NONE: readonly never[] = [];

/** True if the user may see all parts of a feeding. */
export function useMayChoose(): boolean {
  const { canAny } = useAccess();
  return [rations, mixers, groups].every((resource) => canAny(needsOf(resource, 'view')));
}

/** The possible parts of a farm's feeding. */
export function useChoices(farm: number, enabled = true): Choices {
  const scope = { farm, enabled };
  const found = [useList(rations, ALL, scope), useList(mixers, ALL, scope), useList(groups, ALL, scope)] as const;
  const [ration, mixer, group] = found;
  const { can } = useAccess();
  const rules = useList(callRules, {}, { farm, enabled: enabled && can('schedule', 'view') });
  return {
    rations: ration.data?.rows ?? NONE,
    mixers: mixer.data?.rows ?? NONE,
    groups: group.data?.rows ?? NONE,
    called: (rules.data?.rows.length ?? 0) > 0,
    pending: found.some(({ isPending }) => isPending),
    error: found.find(({ error, data }) => error && !data)?.error ?? null,
  };
}
