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

/** Enter in the last field of a column adds a row; otherwise the keys move along the column. */
export function goAlongOrAdd(event: KeyboardEvent<HTMLInputElement>, isLast: boolean, add: () => void) {
  if (event.key !== 'Enter' || !isLast) return goAlong(event);
  event.preventDefault();
  add();
}

/** Ctrl Enter saves a form from any of its fields, also from one whose list is open: for `onKeyDownCapture`. */
export function saveByKey(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  (event.target as HTMLElement).closest('form')?.requestSubmit();
}
