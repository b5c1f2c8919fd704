/** What makes a weighing doubtful. The phone asks by it, and the server keeps a terminal's report by it. */

const grams = (kg: number) => Math.round(kg * 1000);

/** Whether a weighing may be a slip: further from its plan than three tolerances and than 30 % of the plan. */
export const isFarOff = (plan: number, fact: number, tolerance: number): boolean =>
  10 * Math.abs(grams(fact) - grams(plan)) > Math.max(30 * grams(tolerance), 3 * grams(plan));

/** What lies in the mixer before anything is loaded: the planned leftovers of a feeding that is mixed with them. */
export const leftInMixer = (schedule: { leftovers: boolean; planned_leftovers: number; refed?: number }): number =>
  (schedule.leftovers ? schedule.planned_leftovers : 0) + (schedule.refed ?? 0);

/** Whether these weights together are more than the mixer holds. */
export const isOverFull = (maximum: number, weights: readonly number[]): boolean =>
  weights.reduce((sum, weight) => sum + grams(weight), 0) > grams(maximum);
