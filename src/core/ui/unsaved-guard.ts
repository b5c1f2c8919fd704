import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router-dom';
import { askDiscard } from './confirm.ts';

/** While `dirty`, asks before leaving the screen or closing the tab. `onDiscard` runs if the person leaves without saving. */
export function useUnsavedGuard(dirty: boolean, onDiscard?: () => void) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname);

  const discard = useEffectEvent(() => onDiscard?.());

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    askDiscard().then((leave) => {
      if (!leave) return blocker.reset();
      discard();
      blocker.proceed();
    });
  }, [blocker]);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}
