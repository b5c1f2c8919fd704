import { useContext, useEffect } from 'react';
import { UNSAFE_DataRouterContext, useLocation, useNavigation, useSearchParams } from 'react-router-dom';

/** Writes default filters into the address, so that it can be shared. A navigation that has started isn't undone. */
export function useWholeAddress(whole: string, ready = true) {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const { state: going } = useNavigation();
  const { pathname, search } = useLocation();
  // The router has the new location before it is rendered.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  useEffect(() => {
    const now = router?.state;
    const isHere = !now || (now.location.pathname === pathname && now.location.search === search);
    const stays = going === 'idle' && isHere && now?.navigation.state !== 'loading';
    if (ready && stays && whole !== address) setParams(new URLSearchParams(whole), { replace: true });
  }, [ready, going, router, pathname, search, whole, address, setParams]);
}
