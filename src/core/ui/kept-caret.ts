import { useLayoutEffect, useRef } from 'react';
import { caretIn } from '#common/format/parse.ts';

export const digitsIn = (text: string) => text.replace(/\D/g, '').length;

/** A text that is written anew while it is typed keeps the caret where it was among its digits. */
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
