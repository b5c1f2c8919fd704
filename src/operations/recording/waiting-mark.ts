const KEY = 'reports-waiting';

/** Stores in fast storage whether reports wait on this device, so that a start without any loads no code for them. */
export function markWaiting(some: boolean) {
  try {
    if (some) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // If the storage is full, waiting reports are only sent when the recording is opened.
  }
}

export const someWait = () => localStorage.getItem(KEY) !== null;
