import { api, refreshToken } from './api.ts';
import { ApiError } from './api-error.ts';
import { endSession, keepMe, keepToken, type Me, session, storedMe, storedToken } from './session.ts';

/** Interval of verifying a running session's token, in ms. */
export const VERIFY_EVERY = 1_500_000;

interface SignedIn {
  token: string;
  user_type: string | null;
  is_superadmin: boolean;
  modules: string[];
}

export async function loadMe(): Promise<Me> {
  const { data } = await api.get<Me>('auth/me/');
  keepMe(data);
  return data;
}

/** `code` is a one-time or recovery code, if the account has a second factor. */
export async function signIn(login: string, password: string, code?: string): Promise<Me> {
  const { data } = await api.post<SignedIn>('auth/jwt/create/', { body: { login, password, code } });
  keepToken(data.token);
  return loadMe();
}

/** Changes the password without a session; the present one proves the identity. */
export async function changePassword(login: string, password: string, newPassword: string, code?: string): Promise<Me> {
  const { data } = await api.post<SignedIn>('auth/jwt/create/', { body: { login, password, code } });
  return saveMe({ password, new_password: newPassword }, data.token);
}

/** Saves the own details. A new password invalidates old tokens; the answer contains the next one. */
export async function saveMe(body: object, token?: string): Promise<Me> {
  const { data } = await api.put<Me & { token?: string }>('auth/me/', { body, ...(token ? { token } : {}) });
  if (data.token) keepToken(data.token);
  return loadMe();
}

/** Ends the session here immediately, and the token on the server. Without a network the token ends there by its age. */
export function signOut() {
  const { token } = session.get();
  endSession();
  if (token) api.post('auth/logout/', { token }).catch(() => undefined);
}

/** True if the token is verified or refreshed. If the server refuses both, the session ends. */
async function verify(): Promise<boolean> {
  const { token } = session.get();
  if (!token) return false;
  try {
    await api.post('auth/jwt/verify/', { body: { token } });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error;
    return (await refreshToken()) !== null;
  }
}

let started: Promise<void> | null = null;

/** The start-up check, once per page load. Without a network, an earlier verified session continues. */
export function startSession(): Promise<void> {
  started ??= (async () => {
    const token = storedToken();
    if (!token) return endSession();
    session.set({ ...session.get(), token });
    try {
      // The request of the own account also proves the token, or leads to a refresh.
      await loadMe();
    } catch (error) {
      if (session.get().status === 'out') return;
      const me = storedMe();
      if (me) keepMe(me);
      else {
        started = null;
        throw error;
      }
    }
  })();
  return started;
}

/** Verifies the token every 25 minutes. A network failure leaves the session unchanged. */
export function keepVerified() {
  const timer = setInterval(() => {
    verify().then(
      (valid) => {
        if (!valid) endSession('expired');
      },
      () => undefined,
    );
  }, VERIFY_EVERY);
  return () => clearInterval(timer);
}
