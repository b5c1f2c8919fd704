const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';
const PRESSABLE = 'a[href], button:not(:disabled)';
/** These return the focus themselves if its former element still exists, or move it in their own way. */
const OWN_WAY = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], .ag-root-wrapper';

const allIn = (node: Element, selector: string) => [...node.querySelectorAll<HTMLElement>(selector)];
const isLost = () => document.activeElement === document.body || document.activeElement === null;

/**
 * Keeps the place of keyboard users when the focused element disappears by their action: after a deleted row its neighbour gets the focus,
 * after the button of an empty list what replaces it. Runs until the returned function is called.
 */
export function keepFocus(): () => void {
  let last: HTMLElement | null = null;
  let place = '';

  const remember = ({ target }: { target: EventTarget | null }) => {
    last = target instanceof Element ? target.closest<HTMLElement>(FOCUSABLE) : null;
    place = window.location.pathname;
  };
  remember({ target: document.activeElement });
  const give = (goal: HTMLElement | null) => {
    // Anything that takes the focus itself comes first.
    setTimeout(() => {
      // A goal that has disappeared by then can't take the focus.
      for (const one of [goal, document.querySelector('main')]) if (isLost()) one?.focus({ preventScroll: true });
    });
  };
  const observer = new MutationObserver((records) => {
    if (!last || !isLost()) return;
    if (last.isConnected) {
      // A button that was disabled while it worked gets the focus back.
      if (records.some(({ type, target }) => type === 'attributes' && target === last) && last.matches(FOCUSABLE)) give(last);
      return;
    }
    const lost = last;
    last = null;
    const leaves = place !== window.location.pathname || lost.closest(OWN_WAY);
    give((!leaves && findHeir(records, lost)) || document.querySelector('main'));
  });

  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', remember);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', remember);
    observer.disconnect();
  };
}

/** The element that replaces a removed one, or its neighbour. */
function findHeir(records: readonly MutationRecord[], lost: HTMLElement): HTMLElement | undefined {
  for (const record of records) {
    const gone = [...record.removedNodes].find((node) => node.contains(lost));
    if (gone instanceof HTMLElement) return neighbour(gone, lost, record) ?? findReplacement(record.target);
  }
  return undefined;
}

/** The same element in the next row of the list, or in the previous one. */
function neighbour(gone: HTMLElement, lost: HTMLElement, { nextSibling, previousSibling }: MutationRecord): HTMLElement | undefined {
  const at = gone === lost ? 0 : allIn(gone, FOCUSABLE).indexOf(lost);
  for (const next of [nextSibling, previousSibling]) {
    if (!(next instanceof HTMLElement) || !next.isConnected || next.tagName !== gone.tagName) continue;
    if (gone === lost && next.matches(FOCUSABLE)) return next;
    const found = allIn(next, FOCUSABLE)[at];
    if (found) return found;
  }
  return undefined;
}

/** The first focusable element at the position of the removed one, or around it; none outside the page's content. */
function findReplacement(target: Node): HTMLElement | undefined {
  const bound = (target instanceof Element ? target : target.parentElement)?.closest(`main, ${OWN_WAY}`);
  for (let around: Node | null = target; bound && around; around = around === bound ? null : around.parentNode) {
    const [found] = around instanceof Element ? allIn(around, PRESSABLE) : [];
    if (found) return found;
  }
  return undefined;
}
