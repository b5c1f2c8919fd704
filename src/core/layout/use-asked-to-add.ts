import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** State of a link that makes its screen start adding a row. */
export const ASK_TO_ADD = { add: true };

/** Starts adding a row if the link asked for it; going back doesn't start it again. */
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
