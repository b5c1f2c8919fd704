import type { ScheduleRow } from '#contract/operations/feedings.ts';
import type { RecordingPage } from '#tests/e2e/pages/recording-page.ts';
import type { Api } from './api.ts';
import { expect } from './test.ts';

/** The readings of the scale: each weighing differs a little from plan, so that swapped lines are found; not enough to be questioned. */
export const weighedOf = (parts: readonly { weight_plan: number }[]) =>
  parts.map(({ weight_plan }, index) => Math.round((weight_plan * 1.02 + (index + 1) / 10) * 10) / 10);

export const sum = (weights: readonly number[]) => Math.round(weights.reduce((total, weight) => total + weight, 0) * 10) / 10;

type How = 'weigh' | 'tap';

/** Loads ingredient by ingredient; returns the weighings. */
export async function recordLoad(recording: RecordingPage, { items }: ScheduleRow, how: How = 'weigh'): Promise<number[]> {
  const weighed = weighedOf(items);
  await recording.beginLoad();
  for (const [index, { ingredient_name }] of items.entries()) await recording[how](ingredient_name, weighed[index] as number);
  await recording.endLoad();
  return weighed;
}

/** Unloads group by group, the whole load; gives what each got. */
export async function recordUnload(
  recording: RecordingPage,
  { groups }: ScheduleRow,
  loaded: number,
  how: How = 'weigh',
): Promise<number[]> {
  const first = groups.slice(0, -1).map(({ weight_plan }) => Math.round(weight_plan) - 4);
  const weighed = [...first, Math.round((loaded - sum(first)) * 10) / 10];
  await recording.beginUnload();
  for (const [index, { group_name }] of groups.entries()) await recording[how](group_name, weighed[index] as number);
  await recording.endUnload();
  return weighed;
}

/** Asserts that the server's record equals the entered values, line by line. */
export async function expectRecorded(api: Api, id: number, loaded: readonly number[], unloaded: readonly number[]): Promise<void> {
  await expect.poll(async () => (await api.schedule(id)).status).toBe('uploaded');
  const schedule = await api.schedule(id);
  expect(schedule.items.map(({ weight_fact }) => weight_fact)).toEqual(loaded);
  expect(schedule.groups.map(({ weight_fact }) => weight_fact)).toEqual(unloaded);
  expect(schedule.weight_fact).toBe(sum(loaded));
}

/** A waiting feeding of today at any hour: those planned by periods may all be done. */
export async function waitingFeeding(api: Api, { id, today }: { id: number; today: string }): Promise<ScheduleRow> {
  const [mixer] = await api.mixers(id);
  const groups = [{ name: 'Роздій 1', weight_per_head: 11 }];
  return api.plan(id, today, { ration: 'Високопродуктивні', mixer: mixer?.id ?? 0, groups });
}
