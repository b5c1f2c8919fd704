import type { WeightKind } from '#contract/operations/weights.ts';
import { TURNS } from '#server/domain/weight-turns.ts';
import { type ApiError, invalid } from '#server/platform/errors.ts';
import type { Change } from '#server/platform/resource/table.ts';

export interface Weighing {
  id: number;
  group: number;
  at: string;
  day: string;
  kind: WeightKind;
  heads: number;
  change?: Change;
}

/** Weighings of more animals than are there, in the order of time. */
export function shortages(weighings: readonly Weighing[]): { weighing: Weighing; onHand: number }[] {
  const place = ({ at, kind, id }: Weighing) => [Date.parse(at), TURNS.indexOf(kind), id || Number.MAX_SAFE_INTEGER] as const;
  const inOrder = weighings.toSorted((a, b) => {
    const [one, other] = [place(a), place(b)];
    return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
  });
  let onHand = 0;
  return inOrder.flatMap((weighing) => {
    const { kind, heads } = weighing;
    if (kind === 'in') onHand += heads;
    else if (heads > onHand) return [{ weighing, onHand }];
    else if (kind !== 'check') onHand -= heads;
    return [];
  });
}

/** Refuses weighings with more animals than there are, or that leave fewer animals than a later weighing has. */
export function judgeGroup(group: number, weighings: readonly Weighing[], changes: readonly Change[]): void {
  const found = shortages(weighings.filter((one) => one.group === group));
  const own = found.filter(({ weighing }) => weighing.change);
  for (const { weighing, onHand } of own) weighing.change?.refuse(invalid('heads', 'too_large', { limit: onHand }));
  const later = found[0];
  if (own.length > 0 || !later) return;
  const missing = later.weighing.heads - later.onHand;
  const last = changes.findLast(({ before, after }) => before?.group === group || after.group === group);
  last?.refuse(ofLater(last, group, missing));
}

/** The error for a change that removes animals of a later weighing, at the field that can be corrected. */
function ofLater({ before, after }: Change, group: number, missing: number): ApiError {
  if (after.group !== group) return invalid('group', 'invalid_value');
  if (before && (before.kind === 'in') !== (after.kind === 'in')) return invalid('kind', 'invalid_value');
  if (after.kind === 'in') {
    const kept = before && after.heads < before.heads;
    return kept ? invalid('heads', 'min_val', { limit: after.heads + missing }) : invalid('at', 'invalid_value');
  }
  return invalid('heads', 'too_large', { limit: Math.max(0, after.heads - missing) });
}
