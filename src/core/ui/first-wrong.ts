import { type RefObject, useEffect, useRef, useState } from 'react';

/** Focuses the first wrong field in the order on screen, not in the server's order. A collapsed field can't take the focus. */
function focusFirstWrong(form: HTMLFormElement) {
  for (const field of form.querySelectorAll<HTMLElement>('[aria-invalid=true]')) {
    field.focus();
    if (document.activeElement === field) return;
  }
}

/** Returns a form's ref and a function to call after a refusal, which focuses the first wrong field. */
export function useFirstWrong(): [form: RefObject<HTMLFormElement | null>, refused: () => void] {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  // After the fields show their errors.
  useEffect(() => {
    if (refusals > 0 && form.current) focusFirstWrong(form.current);
  }, [refusals]);
  return [form, () => setRefusals((before) => before + 1)];
}
