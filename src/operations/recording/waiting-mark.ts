const KEY = 'reports-waiting';

/** Says in a place that is read at once whether reports wait on this device, so that a start without any loads nothing of them. */
export function markWaiting(some: boolean) {
  if (some) localStorage.setItem(KEY, '1');
  else localStorage.removeItem(KEY);
}

export const someWait = () => localStorage.getItem(KEY) !== null;
