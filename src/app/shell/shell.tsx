import '#src/core/ui/component-styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { keepOffline } from '#src/app/keep-offline.ts';
import { keepVerified } from '#src/core/api/auth.ts';
import { followChanges } from '#src/core/api/events.ts';
import { followNetwork } from '#src/core/api/network.ts';
import { useCurrentClient } from '#src/core/api/place.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { followOtherTabs, isClientUser, type Me, useSession } from '#src/core/api/session.ts';
import { Questions } from '#src/core/ui/questions.tsx';
import { Toasts } from '#src/core/ui/toasts.tsx';
import { someWait } from '#src/operations/recording/waiting-mark.ts';
import { Frame } from './frame.tsx';

/** Runs while somebody is signed in: token check, other tabs, network; focus and scroll position from shortly after the first render. */
function useWatches(user: number | undefined) {
  useEffect(() => {
    if (user === undefined) return;
    const stops = [keepVerified(), followOtherTabs(), followNetwork()];
    let over = false;
    import('./upkeep.ts').then(
      ({ keepUp }) => over || stops.push(keepUp()),
      () => undefined,
    );
    return () => {
      over = true;
      for (const stop of stops) stop();
    };
  }, [user]);
}

/**
 * Opens the stream of changes for the user's client, or for the one that was entered; another client needs another stream. Users who may
 * enter clients also receive the installation's changes in each client, and only these before they enter one.
 */
function Changes({ me }: { me: Me }) {
  const client = useCurrentClient();
  return <Stream key={client} of={isClientUser(me) || client !== null ? 'client' : 'installation'} />;
}

function Stream({ of }: { of: 'client' | 'installation' }) {
  useEffect(() => followChanges(of), [of]);
  return null;
}

/** Sends what was recorded at the mixer to the server, whichever screen is opened first. */
function useSending(user: number | undefined) {
  useEffect(() => {
    if (user === undefined || !someWait()) return;
    const start = () =>
      import('#src/operations/recording/queue.ts').then(
        ({ startQueue }) => startQueue(),
        // Without a network this code may not load; it is loaded when the network is back.
        () => window.addEventListener('online', start, { once: true }),
      );
    void start();
  }, [user]);
}

export function Shell() {
  const { me, ended } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useWatches(me?.id);
  useSending(me?.id);
  useEffect(() => void keepOffline(), []);
  useEffect(() => {
    if (me && !me.duty) return;
    // Required steps, such as a new password, are done there.
    navigate(me || ended ? `/auth?next=${encodeURIComponent(pathname + search)}` : '/auth', { replace: true });
  }, [me, ended, navigate, pathname, search]);

  if (!me || me.duty) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <Changes me={me} />
      <Frame />
      <Questions />
      <Toasts />
    </QueryClientProvider>
  );
}
