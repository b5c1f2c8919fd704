import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** State of a link that makes its screen start adding a row. */
export const ASK_TO_ADD = { add: true };

/** State of a link that makes its screen start importing a file. */
export const ASK_TO_IMPORT = { import: true };

/** Starts adding a row if the link asked for it. */
export const useAskedToAdd = (add: { onClick: () => void } | undefined) => useAskedTo('add', add?.onClick);

/** Starts an action if the link asked for it; going back doesn't start it again. */
export function useAskedTo(action: 'add' | 'import', start: (() => void) | undefined) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isAsked = (state as Partial<Record<typeof action, boolean>> | null)?.[action] === true;
  const begin = useEffectEvent(() => {
    navigate({ pathname, search }, { replace: true, state: null });
    start?.();
  });
  const begins = isAsked && start !== undefined;
  useEffect(() => {
    if (begins) begin();
  }, [begins]);
}
