const KEY = 'reports-waiting';

/** Says in a place that is read at once whether reports wait on this device, so that a start without any loads nothing of them. */
export function markWaiting(some: boolean) {
  try {
    if (some) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // A full store costs only that the next start sends when the recording is opened.
  }
}

export const someWait = () => localStorage.getItem(KEY) !== null;
