import { ApiError } from './api-error.ts';
import { currentClient } from './place.ts';
import { session, sessionStore, storedMe } from './session.ts';

const PREFIX = 'kept:';
/** Days without use after which a stored answer expires. */
const DAYS = 7;
const DAY = 86_400_000;
const toStoreKey = (user: number | undefined, client: number | null, name: string) => `${PREFIX}${user}:${client ?? 'own'}:${name}`;

/** An answer with its day since 1970. */
const pack = (answer: unknown) => `${Math.floor(Date.now() / DAY)} ${JSON.stringify(answer)}`;
const unpack = <T>(text: string) => JSON.parse(text.slice(text.indexOf(' ') + 1)) as T;

const listStoreKeys = (store: Storage) => Object.keys(store).filter((key) => key.startsWith(PREFIX));

/**
 * Requests, and without a network returns the last answer on this device: data that the recording screen needs to open, even after the
 * browser was killed. It lives as long as the session, for one user in one client.
 */
export async function orKept<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const client = currentClient.get();
  try {
    const answer = await ask();
    keepAnswer(name, answer, client);
    return answer;
  } catch (error) {
    const user = (session.get().me ?? storedMe())?.id;
    const text = error instanceof ApiError && error.status === 0 ? sessionStore().getItem(toStoreKey(user, client, name)) : null;
    if (text === null) throw error;
    return unpack<T>(text);
  }
}

/** Stores an answer that arrived in another way, for use without a network. */
export function keepAnswer(name: string, answer: unknown, client = currentClient.get()) {
  whenKnown((user) => storeText(toStoreKey(user, client, name), pack(answer)));
}

/** Waits until the user is known, because early answers may arrive before. */
function whenKnown(then: (user: number) => void) {
  const notify = () => {
    const { status, me } = session.get();
    if (me) then(me.id);
    return status !== 'unknown';
  };
  if (notify()) return;
  const stop = session.subscribe(() => notify() && stop());
}

function storeText(key: string, text: string) {
  const store = sessionStore();
  const oldest = Date.now() / DAY - DAYS;
  for (const one of listStoreKeys(store)) if (Number.parseInt(store.getItem(one) ?? '', 10) < oldest) store.removeItem(one);
  try {
    store.setItem(key, text);
  } catch {
    // A full store only affects the next start without a network.
  }
}

session.subscribe(() => {
  if (session.get().status !== 'out') return;
  for (const key of listStoreKeys(localStorage)) localStorage.removeItem(key);
});
