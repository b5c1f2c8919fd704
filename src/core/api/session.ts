import type { Me } from '#contract/admin/auth.ts';
import { currentClient } from './place.ts';
import { createStore, useStore } from './store.ts';

/** The signed-in user, from `auth/me/`. */
export type { Me };

export interface Session {
  status: 'unknown' | 'out' | 'in';
  token: string | null;
  me: Me | null;
  /** The reason for the session's end, for the sign-in page. */
  ended: 'expired' | null;
}

const TOKEN_KEY = 't';
const ME_KEY = 'me';

export const session = createStore<Session>({ status: 'unknown', token: null, me: null, ended: null });

export const useSession = () => useStore(session);

/** The signed-in user, only inside the shell. */
export function useMe(): Me {
  const { me } = useSession();
  if (!me) throw new Error('Nobody is signed in');
  return me;
}

/** True if this tab shows an impersonated session. Its token belongs to the tab and has precedence over the own one. */
export const isViewing = () => sessionStorage.getItem(TOKEN_KEY) !== null;

export const storedToken = () => sessionStorage.getItem(TOKEN_KEY) ?? localStorage.getItem(TOKEN_KEY);

/** The session's store: on the device, so that it survives the browser; in the tab for an impersonated session. */
export const sessionStore = () => (isViewing() ? sessionStorage : localStorage);

/** The last known rights, so that the recording screen opens without a network. */
export function storedMe(): Me | null {
  const text = sessionStore().getItem(ME_KEY);
  return text ? (JSON.parse(text) as Me) : null;
}

/** True when this page is replaced by one of another session: later answers don't concern that session. */
let over = false;

function giveWay() {
  over = true;
  // The browser may restore the page from its cache.
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
    // A full store only affects the next start without a network.
  }
  session.set({ ...session.get(), status: 'in', me, ended: null });
}

/** Stores the pending step that the server requires first. */
export function keepDuty(duty: NonNullable<Me['duty']>) {
  const { me } = session.get();
  if (me && me.duty !== duty) keepMe({ ...me, duty });
}

/** Starts an impersonated session in this tab. */
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
  // The next user enters other clients.
  currentClient.set(null);
}

/** Signing out in one tab signs out the others. A refreshed token is shared. */
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
