import type { Me } from '#contract/admin/auth.ts';
import { currentClient } from './place.ts';
import { createStore, useStore } from './store.ts';

/** The signed-in user, as `auth/me/` tells. */
export type { Me };

export interface Session {
  status: 'unknown' | 'out' | 'in';
  token: string | null;
  me: Me | null;
  /** Why the session ended, for the sign-in page to say so. */
  ended: 'expired' | null;
}

const TOKEN_KEY = 't';
const ME_KEY = 'me';

export const session = createStore<Session>({ status: 'unknown', token: null, me: null, ended: null });

export const useSession = () => useStore(session);

/** The signed-in user; only for what is rendered inside the shell. */
export function useMe(): Me {
  const { me } = useSession();
  if (!me) throw new Error('Nobody is signed in');
  return me;
}

/** Whether this tab shows what somebody else would see: that token is the tab's alone, and stands before the own one. */
export const isViewing = () => sessionStorage.getItem(TOKEN_KEY) !== null;

export const storedToken = () => sessionStorage.getItem(TOKEN_KEY) ?? localStorage.getItem(TOKEN_KEY);

/** Where what belongs to the session stands: on the device, so that it outlives the browser; in the tab while it shows somebody else. */
export const sessionStore = () => (isViewing() ? sessionStorage : localStorage);

/** The rights last known, so that the recording beside the mixer opens without a network. */
export function storedMe(): Me | null {
  const text = sessionStore().getItem(ME_KEY);
  return text ? (JSON.parse(text) as Me) : null;
}

/** This page gives way to one of another session: what is still answered here says nothing about that one. */
let over = false;

function giveWay() {
  over = true;
  // The browser may bring the page back as it was left.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());
  window.location.assign('/app');
}

export function keepToken(token: string) {
  if (over) return;
  sessionStore().setItem(TOKEN_KEY, token);
  session.set({ ...session.get(), token });
}

export function keepMe(me: Me) {
  if (over) return;
  try {
    sessionStore().setItem(ME_KEY, JSON.stringify(me));
  } catch {
    // A full store only costs the next start without a network.
  }
  session.set({ ...session.get(), status: 'in', me, ended: null });
}

/** The server wants something done before anything else. */
export function keepDuty(duty: NonNullable<Me['duty']>) {
  const { me } = session.get();
  if (me && me.duty !== duty) keepMe({ ...me, duty });
}

/** Begins anew as somebody else, in this tab. */
export function startViewing(token: string) {
  sessionStorage.setItem(TOKEN_KEY, token);
  sessionStorage.removeItem(ME_KEY);
  giveWay();
}

export function endSession(ended: Session['ended'] = null) {
  if (over) return;
  if (isViewing()) {
    // Back to the own session, which other tabs kept.
    sessionStorage.removeItem(TOKEN_KEY);
    sessionStorage.removeItem(ME_KEY);
    giveWay();
    return;
  }
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(ME_KEY);
  session.set({ status: 'out', token: null, me: null, ended });
  // The next user enters clients of their own.
  currentClient.set(null);
}

/** Signing out in one tab signs out the others; a refreshed token is shared. */
export function followOtherTabs() {
  const follow = (event: StorageEvent) => {
    if (event.key !== TOKEN_KEY || isViewing() || session.get().status !== 'in') return;
    if (event.newValue) session.set({ ...session.get(), token: event.newValue });
    else endSession();
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** Clients and their employees work in one client; all others choose one. */
export const isClientUser = (me: Pick<Me, 'user_type'>) => me.user_type === 'client' || me.user_type === 'employee';
