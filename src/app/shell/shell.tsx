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

/** Runs for as long as somebody is signed in: token check, other tabs, network; focus and scroll from a moment after the first look on. */
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
 * The server tells of changes by client: a client's own, or the one that was entered. Another client means another stream. Who may enter
 * clients hears of the installation's changes in each, and of nothing else before one is entered.
 */
function Changes({ me }: { me: Me }) {
  const client = useCurrentClient();
  return <Stream key={client} of={isClientUser(me) || client !== null ? 'client' : 'installation'} />;
}

function Stream({ of }: { of: 'client' | 'installation' }) {
  useEffect(() => followChanges(of), [of]);
  return null;
}

/** What was recorded beside the mixer goes to the server from whatever screen is opened first. */
function useSending(user: number | undefined) {
  useEffect(() => {
    if (user === undefined || !someWait()) return;
    const start = () =>
      import('#src/operations/recording/queue.ts').then(
        ({ startQueue }) => startQueue(),
        // Without a network this part may not come: it does with the network.
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
    // What has to be done first is done there.
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
