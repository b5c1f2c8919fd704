import { send } from './api.ts';
import { ApiError } from './api-error.ts';
import { currentClient } from './place.ts';
import { queryClient } from './query-client.ts';
import { isClientUser, session } from './session.ts';

/** `client` is null for what belongs to no client (clients, users, the mixer database). */
export interface ChangeEvent {
  resource: string;
  client: number | null;
  ids?: number[];
}

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
/** The server sends a sign of life at least each 30 s: silence for longer means a dead line. */
const SILENCE = 75_000;

/** The messages of a server-sent event stream, cut out of text that arrives in any pieces. */
export function eventReader(onMessage: (data: string) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const blocks = (rest + chunk).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
        .join('\n');
      if (data) onMessage(data);
    }
  };
}

/** Refetches what a change concerns: every query whose key starts with the resource. */
export function applyChange(change: ChangeEvent) {
  const { me } = session.get();
  const here = me && isClientUser(me) ? me.client : currentClient.get();
  if (change.client !== null && here !== null && change.client !== here) return;
  void queryClient.invalidateQueries({ queryKey: [change.resource] });
}

async function listen(signal: AbortSignal, onOpen: () => void) {
  const line = new AbortController();
  const hangUp = () => line.abort();
  signal.addEventListener('abort', hangUp);
  let silence = setTimeout(hangUp, SILENCE);
  try {
    const response = await send('GET', 'events', { signal: line.signal, timeout: 2_147_483_647 });
    onOpen();
    const read = eventReader((data) => applyChange(JSON.parse(data) as ChangeEvent));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      clearTimeout(silence);
      silence = setTimeout(hangUp, SILENCE);
      read(part.value);
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', hangUp);
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });

/** Follows the server's changes until stopped: reconnects with growing waits, and refetches everything after a gap. */
export function followChanges(): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  (async () => {
    let wait = FIRST_WAIT;
    let gap = false;
    while (!signal.aborted) {
      try {
        await listen(signal, () => {
          wait = FIRST_WAIT;
          if (gap) void queryClient.invalidateQueries();
          gap = false;
        });
      } catch (error) {
        // A refused stream (no right, signed out) won't be granted by asking again soon.
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) wait = LONGEST_WAIT;
      }
      gap = true;
      if (signal.aborted) return;
      await pause(wait * (0.75 + Math.random() / 2), signal);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  })();
  return () => stop.abort();
}
