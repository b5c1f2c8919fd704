/** Rules for doubtful weighings. Phones ask by them, and the server marks terminals' reports by them. */

const grams = (kg: number) => Math.round(kg * 1000);

/** True for a probable error: further from plan than three tolerances and than 30 % of the plan. */
export const isFarOff = (plan: number, fact: number, tolerance: number): boolean =>
  10 * Math.abs(grams(fact) - grams(plan)) > Math.max(30 * grams(tolerance), 3 * grams(plan));

/** Content of the mixer before loading: the planned leftovers of a feeding, and re-fed leftovers. */
export const leftInMixer = (schedule: { leftovers: boolean; planned_leftovers: number; refed?: number }): number =>
  (schedule.leftovers ? schedule.planned_leftovers : 0) + (schedule.refed ?? 0);

/** True if these weights together exceed the mixer's capacity. */
export const isOverFull = (maximum: number, weights: readonly number[]): boolean =>
  weights.reduce((sum, weight) => sum + grams(weight), 0) > grams(maximum);
