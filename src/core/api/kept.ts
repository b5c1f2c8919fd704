import { ApiError } from './api-error.ts';
import { currentClient } from './place.ts';
import { session, storedMe } from './session.ts';

const PREFIX = 'kept:';
const keyOf = (user: number | undefined, client: number | null, name: string) => `${PREFIX}${user}:${client ?? 'own'}:${name}`;

/**
 * Asks, and without a network gives the last answer that this tab had: what a reload beside the mixer can't do without. It lives as
 * long as the tab's session, and belongs to one user in one client.
 */
export async function orKept<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const client = currentClient.get();
  try {
    const answer = await ask();
    whenKnown((user) => keep(keyOf(user, client, name), JSON.stringify(answer)));
    return answer;
  } catch (error) {
    const user = (session.get().me ?? storedMe())?.id;
    const text = error instanceof ApiError && error.status === 0 ? sessionStorage.getItem(keyOf(user, client, name)) : null;
    if (text === null) throw error;
    return JSON.parse(text) as T;
  }
}

/** What is asked for at the start may be answered before it is known who asks. */
function whenKnown(then: (user: number) => void) {
  const tell = () => {
    const { status, me } = session.get();
    if (me) then(me.id);
    return status !== 'unknown';
  };
  if (tell()) return;
  const stop = session.subscribe(() => tell() && stop());
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
