import { type RefObject, useEffect, useRef, useState } from 'react';

/** The first as the reader sees them, not as the server names them; one that is folded away takes no focus. */
function focusFirstWrong(form: HTMLFormElement) {
  for (const field of form.querySelectorAll<HTMLElement>('[aria-invalid=true]')) {
    field.focus();
    if (document.activeElement === field) return;
  }
}

/** A form's element, and what is to be called when it was refused: its first wrong field then has the focus. */
export function useFirstWrong(): [form: RefObject<HTMLFormElement | null>, refused: () => void] {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  // Once the fields say what is wrong with them.
  useEffect(() => {
    if (refusals > 0 && form.current) focusFirstWrong(form.current);
  }, [refusals]);
  return [form, () => setRefusals((before) => before + 1)];
}
