import { useEffect, useState } from 'react';

/** Gives the focus back to what had it before, when a dialog that is only there while it is open has gone. Mantine does so for those that stay. */
export function useReturnFocus() {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Else something else has taken it already.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
}
