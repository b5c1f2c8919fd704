import { useEffect, useState } from 'react';

interface Opener {
  /** What had the focus. */
  before: Element | null;
  /** Of the dialog from which this one was opened. */
  outer: Opener | undefined;
}

const open: Opener[] = [];

/** What opened the dialog; where that is gone, what is called like it, or what opened the dialog before; else the page. */
function goalOf({ before, outer }: Opener): HTMLElement | null {
  if (before instanceof HTMLElement && before.isConnected && before !== document.body) return before;
  if (outer) return goalOf(outer);
  const name = before !== document.body && before?.textContent;
  const twin = [...document.querySelectorAll('button')].find(
    (button) => name && button.textContent === name && !button.closest('[role=dialog]'),
  );
  return twin ?? document.querySelector('main');
}

/** Gives the focus back to what had it before, when a dialog that is only there while it is open has gone. Mantine does so for those that stay. */
export function useReturnFocus() {
  const [opener] = useState<Opener>(() => ({ before: document.activeElement, outer: open.at(-1) }));
  useEffect(() => {
    open.push(opener);
    return () => {
      open.splice(open.indexOf(opener), 1);
      // Else something else has taken it already; the page's content has it while nothing of it does.
      if (document.activeElement?.matches('body, main')) goalOf(opener)?.focus({ preventScroll: true });
    };
  }, [opener]);
}
