/** Days as text, `YYYY-MM-DD`, without a time zone. */

const DAY_MS = 86_400_000;
const instant = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The day `count` days later. */
export const addDays = (day: string, count: number): string => new Date(instant(day) + count * DAY_MS).toISOString().slice(0, 10);

/** Number of days, both ends included. */
export const daysBetween = (after: string, before: string): number => Math.round((instant(before) - instant(after)) / DAY_MS) + 1;

/** The weekday; 1 is Monday. */
export const weekdayOf = (day: string): number => new Date(instant(day)).getUTCDay() || 7;
