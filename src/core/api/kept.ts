import { ApiError } from './api-error.ts';
import { currentClient } from './place.ts';
import { session, sessionStore, storedMe } from './session.ts';

const PREFIX = 'kept:';
/** What nobody asked for in so many days goes. */
const DAYS = 7;
const DAY = 86_400_000;
const keyOf = (user: number | undefined, client: number | null, name: string) => `${PREFIX}${user}:${client ?? 'own'}:${name}`;

/** An answer with the day since 1970 on which it came. */
const pack = (answer: unknown) => `${Math.floor(Date.now() / DAY)} ${JSON.stringify(answer)}`;
const unpack = <T>(text: string) => JSON.parse(text.slice(text.indexOf(' ') + 1)) as T;

const keysOf = (store: Storage) => Object.keys(store).filter((key) => key.startsWith(PREFIX));

/**
 * Asks, and without a network gives the last answer that this device had: what the recording beside the mixer can't open without, though
 * the browser was killed meanwhile. It lives as long as the session, and belongs to one user in one client.
 */
export async function orKept<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const client = currentClient.get();
  try {
    const answer = await ask();
    keepAnswer(name, answer, client);
    return answer;
  } catch (error) {
    const user = (session.get().me ?? storedMe())?.id;
    const text = error instanceof ApiError && error.status === 0 ? sessionStore().getItem(keyOf(user, client, name)) : null;
    if (text === null) throw error;
    return unpack<T>(text);
  }
}

/** An answer that came by another way is what is given next without a network. */
export function keepAnswer(name: string, answer: unknown, client = currentClient.get()) {
  whenKnown((user) => keep(keyOf(user, client, name), pack(answer)));
}

/** What is asked for at the start may be answered before it is known who asks. */
function whenKnown(then: (user: number) => void) {
  const notify = () => {
    const { status, me } = session.get();
    if (me) then(me.id);
    return status !== 'unknown';
  };
  if (notify()) return;
  const stop = session.subscribe(() => notify() && stop());
}

function keep(key: string, text: string) {
  const store = sessionStore();
  const oldest = Date.now() / DAY - DAYS;
  for (const one of keysOf(store)) if (Number.parseInt(store.getItem(one) ?? '', 10) < oldest) store.removeItem(one);
  try {
    store.setItem(key, text);
  } catch {
    // A full store only costs the next start without a network.
  }
}

session.subscribe(() => {
  if (session.get().status !== 'out') return;
  for (const key of keysOf(localStorage)) localStorage.removeItem(key);
});
