import { useContext, useEffect } from 'react';
import { UNSAFE_DataRouterContext, useNavigation, useSearchParams } from 'react-router-dom';

/** Writes what was taken for granted into the address, too, so that it can be passed on; whoever is on the way to another screen isn't called back. */
export function useWholeAddress(whole: string, ready = true) {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const { state: going } = useNavigation();
  // The router knows that somebody goes before that is rendered.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  useEffect(() => {
    const stays = going === 'idle' && router?.state.navigation.state !== 'loading';
    if (ready && stays && whole !== address) setParams(new URLSearchParams(whole), { replace: true });
  }, [ready, going, router, whole, address, setParams]);
}
