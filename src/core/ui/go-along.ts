import type { KeyboardEvent } from 'react';

const STEPS: Record<string, number> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/** Enter and the arrow keys move between the fields of a `data-column`, for typing figures row after row. */
export function goAlong(event: KeyboardEvent<HTMLInputElement>) {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const column = [...document.querySelectorAll<HTMLInputElement>(`input[data-column="${event.currentTarget.dataset.column}"]`)];
  const next = column[column.indexOf(event.currentTarget) + step];
  if (next) next.focus();
  else event.currentTarget.blur();
}
