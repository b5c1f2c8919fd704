import { ApiError } from './api-error.ts';
import { currentClient } from './place.ts';
import { session } from './session.ts';

const PREFIX = 'kept:';
const keyOf = (name: string) => `${PREFIX}${session.get().me?.id}:${currentClient.get() ?? 'own'}:${name}`;

/**
 * Asks, and without a network gives the last answer that this tab had: what a reload beside the mixer can't do without. It lives as
 * long as the tab's session, and belongs to one user in one client.
 */
export async function orKept<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const key = keyOf(name);
  try {
    const answer = await ask();
    keep(key, JSON.stringify(answer));
    return answer;
  } catch (error) {
    const text = error instanceof ApiError && error.status === 0 ? sessionStorage.getItem(key) : null;
    if (text === null) throw error;
    return JSON.parse(text) as T;
  }
}

function keep(key: string, text: string) {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // A full store only costs the next reload without a network.
  }
}

session.subscribe(() => {
  if (session.get().status !== 'out') return;
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
});
