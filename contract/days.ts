/** Days as they are written, `YYYY-MM-DD`; no timezone takes part. */

const DAY_MS = 86_400_000;
const instant = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The day `count` days after another. */
export const addDays = (day: string, count: number): string => new Date(instant(day) + count * DAY_MS).toISOString().slice(0, 10);

/** Both ends counted. */
export const daysBetween = (after: string, before: string): number => Math.round((instant(before) - instant(after)) / DAY_MS) + 1;

/** 1 = Monday. */
export const weekdayOf = (day: string): number => new Date(instant(day)).getUTCDay() || 7;
