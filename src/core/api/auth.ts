import { currentLanguage } from '#src/core/i18n/i18n.ts';
import { api, refreshToken } from './api.ts';
import { ApiError } from './api-error.ts';
import { endSession, keepMe, keepToken, type Me, session, storedMe, storedToken } from './session.ts';

/** How often a running session's token is verified. */
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

/** `code`: a one-time or a recovery code, where the account has a second factor. */
export async function signIn(login: string, password: string, code?: string): Promise<Me> {
  const { data } = await api.post<SignedIn>('auth/jwt/create/', { body: { login, password, code, language: currentLanguage() } });
  keepToken(data.token);
  return loadMe();
}

/** Changes the password from outside: the present one proves who asks. */
export async function changePassword(login: string, password: string, newPassword: string, code?: string): Promise<Me> {
  const { data } = await api.post<SignedIn>('auth/jwt/create/', { body: { login, password, code } });
  return saveMe({ password, new_password: newPassword }, data.token);
}

/** Saves the own details. Old tokens die with an old password; the answer brings the next one. */
export async function saveMe(body: object, token?: string): Promise<Me> {
  const { data } = await api.put<Me & { token?: string }>('auth/me/', { body, ...(token ? { token } : {}) });
  if (data.token) keepToken(data.token);
  return loadMe();
}

/** Ends the session here at once, and the token at the server; without a network it ends there by its age. */
export function signOut() {
  const { token } = session.get();
  endSession();
  if (token) api.post('auth/logout/', { token }).catch(() => undefined);
}

/** Whether the token still counts: verified, or else refreshed. The session ends when the server refuses both. */
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

/** The start-up check, once a page load. Without a network, a session that was verified before goes on. */
export function startSession(): Promise<void> {
  started ??= (async () => {
    const token = storedToken();
    if (!token) return endSession();
    session.set({ ...session.get(), token });
    try {
      // Who it is tells that the token counts, or that it is to be refreshed.
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

/** Verifies the token each 25 minutes; a network failure leaves the session as it is. */
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
