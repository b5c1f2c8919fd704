import { createStore } from './store.ts';

/** Whether the last we know is that the server can be reached. */
export const online = createStore(typeof navigator === 'undefined' ? true : navigator.onLine);

/** Raised by each 5xx answer: a counter, so that a second failure renews the banner. 0 = nothing to show. */
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
