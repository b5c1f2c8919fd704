/** Times are `HH:mm` with 24 hours; only input and display use AM and PM. */
export interface TimeRange {
  start: string;
  end: string;
}

const pad = (number: number) => String(number).padStart(2, '0');

/** Interprets typed hours: unreadable ones become the first hour, ones that are too large the last. */
export function clampHours(typed: string, twelve: boolean): string {
  const [first, last] = twelve ? [1, 12] : [0, 23];
  const hours = /^\d+$/.test(typed.trim()) ? Number(typed) : first;
  return pad(Math.min(last, Math.max(first, hours)));
}

export function clampMinutes(typed: string): string {
  const minutes = /^\d+$/.test(typed.trim()) ? Number(typed) : 0;
  return pad(Math.min(59, minutes));
}

export type HalfDay = 'AM' | 'PM';

export const halfOf = (time: string): HalfDay => (time < '12:00' ? 'AM' : 'PM');

/** The hours shown in a field. */
export const shownHours = (time: string, twelve: boolean): string => (twelve ? pad(Number(time.slice(0, 2)) % 12 || 12) : time.slice(0, 2));

/** Builds `HH:mm` from a field's parts. */
export function timeOf(hours: string, minutes: string, half: HalfDay | null): string {
  const clamped = Number(clampHours(hours, half !== null));
  const full = half === null ? clamped : (clamped % 12) + (half === 'PM' ? 12 : 0);
  return `${pad(full)}:${clampMinutes(minutes)}`;
}

/** Adjusts the end to the start: on a 12-hour clock an afternoon start gives an afternoon end, and the end is never before the start. */
export function normalizeRange({ start, end }: TimeRange, twelve: boolean): TimeRange {
  const forced = twelve && halfOf(start) === 'PM' && halfOf(end) === 'AM' ? `${pad(Number(end.slice(0, 2)) + 12)}${end.slice(2)}` : end;
  return { start, end: forced <= start ? start : forced };
}

/** True if a field contains a valid time; false if it is incomplete or out of range. */
export function isTyped(hours: string, minutes: string, twelve: boolean): boolean {
  return (
    hours.trim() !== '' &&
    minutes.trim() !== '' &&
    Number(clampHours(hours, twelve)) === Number(hours) &&
    Number(clampMinutes(minutes)) === Number(minutes)
  );
}
