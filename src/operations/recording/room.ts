import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { isOverFull, leftInMixer } from '#contract/operations/weighing.ts';
import { type Draft, type Line, stageOf } from './draft.ts';

export const total = (draft: Draft): number =>
  Object.values(draft.marks).reduce((sum, { weight }) => sum + Math.round(weight * 1000), 0) / 1000;

/**
 * Whether the mixer holds so much on the current line, beside the planned leftovers and all that the other lines have; what makes it lighter
 * may always be. Asked of the device alone, so that it is answered without a network.
 */
export function fits(draft: Draft, row: Pick<ScheduleRow, 'max_weight'> & Parameters<typeof leftInMixer>[0], weight: number): boolean {
  const known = draft.current === null ? 0 : (draft.marks[draft.current]?.weight ?? 0);
  const beside = draft.stage === 'load' ? leftInMixer(row) : 0;
  return weight <= known || !isOverFull(row.max_weight, [beside, total(draft), -known, weight]);
}

/** What is left in the mixer for the last group without a weight; null while several have none. */
export function restFor(draft: Draft, lines: readonly Line[]): number | null {
  if (draft.stage !== 'upload' || draft.loaded === null || draft.current === null) return null;
  const open = lines.filter(({ id }) => !draft.marks[id] && id !== draft.current);
  if (open.length > 0) return null;
  const others = Object.entries(draft.marks).reduce(
    (sum, [id, { weight }]) => (Number(id) === draft.current ? sum : sum + Math.round(weight * 1000)),
    0,
  );
  return Math.max(0, Math.round(draft.loaded * 1000) - others) / 1000;
}

/** Whether a kept draft still fits what the server says. While reports wait here, the device knows better. */
export function stillFits(draft: Draft, row: ScheduleRow, waits: boolean): boolean {
  if (waits) return true;
  if (draft.stage !== stageOf(row)) return false;
  return draft.started_at === null || row.status === 'in_process' || row.status === 'out_process';
}
