import { useEffect, useState } from 'react';

interface Opener {
  /** The element that had the focus. */
  before: Element | null;
  /** The opener of the dialog from which this one was opened. */
  outer: Opener | undefined;
}

const open: Opener[] = [];

/** The element that opened the dialog or, if it is gone, one with the same name, or what opened the outer dialog; else the page. */
function findGoal({ before, outer }: Opener): HTMLElement | null {
  if (before instanceof HTMLElement && before.isConnected && before !== document.body) return before;
  if (outer) return findGoal(outer);
  const name = before !== document.body && before?.textContent;
  const twin = [...document.querySelectorAll('button')].find(
    (button) => name && button.textContent === name && !button.closest('[role=dialog]'),
  );
  return twin ?? document.querySelector('main');
}

/** Returns the focus when a dialog that is mounted only while open has closed. Mantine does this for dialogs that stay mounted. */
export function useReturnFocus() {
  const [opener] = useState<Opener>(() => ({ before: document.activeElement, outer: open.at(-1) }));
  useEffect(() => {
    open.push(opener);
    return () => {
      open.splice(open.indexOf(opener), 1);
      // Otherwise something else has taken the focus already. The page's content has it if none of its elements does.
      if (document.activeElement?.matches('body, main')) findGoal(opener)?.focus({ preventScroll: true });
    };
  }, [opener]);
}
