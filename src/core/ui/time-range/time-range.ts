/** Times are `HH:mm`, 24 hours; only typing and showing know of AM and PM. */
export interface TimeRange {
  start: string;
  end: string;
}

const pad = (number: number) => String(number).padStart(2, '0');

/** Typed hours as a person means them: nothing readable becomes the first hour, too much the last. */
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

/** The hours that a field shows. */
export const shownHours = (time: string, twelve: boolean): string => (twelve ? pad(Number(time.slice(0, 2)) % 12 || 12) : time.slice(0, 2));

/** `HH:mm` out of a field's parts. */
export function timeOf(hours: string, minutes: string, half: HalfDay | null): string {
  const clamped = Number(clampHours(hours, half !== null));
  const full = half === null ? clamped : (clamped % 12) + (half === 'PM' ? 12 : 0);
  return `${pad(full)}:${clampMinutes(minutes)}`;
}

/** The end follows the start: an afternoon start makes an afternoon end on a 12-hour clock, and no end lies before its start. */
export function normalizeRange({ start, end }: TimeRange, twelve: boolean): TimeRange {
  const forced = twelve && halfOf(start) === 'PM' && halfOf(end) === 'AM' ? `${pad(Number(end.slice(0, 2)) + 12)}${end.slice(2)}` : end;
  return { start, end: forced <= start ? start : forced };
}

/** Whether what stands in a field is a time; half typed or out of range isn't. */
export function isTyped(hours: string, minutes: string, twelve: boolean): boolean {
  return (
    hours.trim() !== '' &&
    minutes.trim() !== '' &&
    Number(clampHours(hours, twelve)) === Number(hours) &&
    Number(clampMinutes(minutes)) === Number(minutes)
  );
}
