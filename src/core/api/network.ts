import { createStore } from './store.ts';

/** True if the server was reachable at the last attempt. */
export const online = createStore(typeof navigator === 'undefined' ? true : navigator.onLine);

/** Counter of 5xx answers, so that a second failure renews the banner. 0 shows nothing. */
export const serverError = createStore(0);

export const raiseServerError = () => serverError.set(serverError.get() + 1);

export function followNetwork() {
  const up = () => online.set(true);
  const down = () => online.set(false);
  window.addEventListener('online', up);
  window.addEventListener('offline', down);
  return () => {
    window.removeEventListener('online', up);
    window.removeEventListener('offline', down);
  };
}
