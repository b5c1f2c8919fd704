import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { isOverFull, leftInMixer } from '#contract/operations/weighing.ts';
import { type Draft, type Line, stageOf } from './draft.ts';

export const total = (draft: Draft): number =>
  Object.values(draft.marks).reduce((sum, { weight }) => sum + Math.round(weight * 1000), 0) / 1000;

/**
 * True if the mixer has room for this weight on the current line, in addition to planned leftovers and the other lines; a smaller weight is
 * always allowed. Works without a network.
 */
export function fits(draft: Draft, row: Pick<ScheduleRow, 'max_weight'> & Parameters<typeof leftInMixer>[0], weight: number): boolean {
  const known = draft.current === null ? 0 : (draft.marks[draft.current]?.weight ?? 0);
  const beside = draft.stage === 'load' ? leftInMixer(row) : 0;
  return weight <= known || !isOverFull(row.max_weight, [beside, total(draft), -known, weight]);
}

/** Contents of the mixer left for the last group without a weight; null if several have none. */
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

/** Contents of the mixer, and the plan of groups without a weight, in kg. */
export interface Left {
  inMixer: number;
  toFeed: number;
}

/** The rest of an unloading; null while loading. */
export function leftToFeed(draft: Draft, lines: readonly Line[]): Left | null {
  if (draft.stage !== 'upload' || draft.loaded === null) return null;
  const grams = (kg: number) => Math.round(kg * 1000);
  const given = Object.values(draft.marks).reduce((sum, { weight }) => sum + grams(weight), 0);
  const open = lines.filter(({ id }) => !draft.marks[id]).reduce((sum, { plan }) => sum + grams(plan), 0);
  return { inMixer: (grams(draft.loaded) - given) / 1000, toFeed: open / 1000 };
}

/** True if a stored draft still fits the server's data. While reports wait here, the device is right. */
export function stillFits(draft: Draft, row: ScheduleRow, waits: boolean): boolean {
  if (waits) return true;
  if (draft.stage !== stageOf(row)) return false;
  return draft.started_at === null || row.status === 'in_process' || row.status === 'out_process';
}
