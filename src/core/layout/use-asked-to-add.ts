import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** What a link gives along so that the screen it leads to begins a new row at once. */
export const ASK_TO_ADD = { add: true };

/** Begins a new row when the link that led here asked for it; going back doesn't ask again. */
export function useAskedToAdd(add: { onClick: () => void } | undefined) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const adds = (state as { add?: boolean } | null)?.add === true;
  const begin = useEffectEvent(() => {
    navigate({ pathname, search }, { replace: true, state: null });
    add?.onClick();
  });
  const begins = adds && add !== undefined;
  useEffect(() => {
    if (begins) begin();
  }, [begins]);
}
