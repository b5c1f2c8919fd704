import type { LoadReport, UploadReport } from '#contract/operations/feedings.ts';
import type { Draft, Mark } from './draft.ts';

/** The server weighs packs, by the weights of the day. */
const fact = ({ weight, packed, started_at, seconds }: Mark) => ({ ...(packed ?? { weight_fact: weight }), started_at, seconds });
const groupFact = ({ weight, started_at, seconds }: Mark) => ({ weight_fact: weight, started_at, seconds });

const pickLot = ({ lots }: Draft, feed: number) => (lots?.[feed] === undefined ? {} : { lot: lots[feed] || null });

/** A draft's report: `lines` for intermediate ones, all lines at the end. */
export function reportOf(draft: Draft, lines: readonly number[], operator: number | undefined, end?: string): LoadReport | UploadReport {
  const known = lines.flatMap((id) => (draft.marks[id] ? [{ id, mark: draft.marks[id] }] : []));
  const times = { started_at: draft.started_at, ...(end ? { finished_at: end } : {}) };
  if (draft.stage === 'upload') {
    const order = draft.order ? { order: [...draft.order] } : {};
    const added = draft.added?.length ? { added: draft.added.map(({ id }) => id) } : {};
    return {
      status: end ? 'uploaded' : 'out_process',
      ...times,
      ...added,
      ...order,
      groups: known.map((one) => ({ group: one.id, ...groupFact(one.mark) })),
    };
  }
  const mixed =
    end && draft.mixing_since ? { mix_seconds: Math.max(0, Math.round((Date.parse(end) - Date.parse(draft.mixing_since)) / 1000)) } : {};
  return {
    status: end ? 'loaded' : 'in_process',
    ...(operator === undefined ? {} : { operator }),
    ...times,
    ...mixed,
    items: known.map((one) => ({ ingredient: one.id, ...fact(one.mark), ...pickLot(draft, one.id) })),
  };
}
