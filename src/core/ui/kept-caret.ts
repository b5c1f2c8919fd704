import { useLayoutEffect, useRef } from 'react';
import { caretIn } from '#common/format/parse.ts';

export const digitsIn = (text: string) => text.replace(/\D/g, '').length;

/** Keeps the caret between the same digits when a text is reformatted while typing. */
export function useKeptCaret(text: string) {
  const kept = useRef<{ field: HTMLInputElement; next: string; at: number; mark: string } | null>(null);
  useLayoutEffect(() => {
    if (!kept.current) return;
    const { field, next, at, mark } = kept.current;
    kept.current = null;
    const place = caretIn(text, next, at, mark);
    field.setSelectionRange(place, place);
  });
  return {
    keep: (field: HTMLInputElement, typed: string, further: number) => {
      const at = (field.selectionStart ?? field.value.length) + further;
      kept.current = { field, next: field.value, at, mark: /[.,]/.exec(typed)?.[0] ?? '' };
    },
  };
}
