import type { Query } from '@tanstack/react-query';
import type { ResourceId } from '#contract/resource-ids.ts';
import { send } from './api.ts';
import { ApiError } from './api-error.ts';
import { loadMe } from './auth.ts';
import { ANSWERS_WAIT_MS } from './begun.ts';
import { queryClient, shows } from './query-client.ts';

/** Rows of a resource changed; no ids = any of them may have. */
export interface ChangeEvent {
  resource: ResourceId;
  ids?: number[];
  /** How long ago, ms, where it isn't told at once. */
  ago?: number;
}

export interface StreamMessage {
  event: string;
  data: string;
}

const FIRST_WAIT = 1000;
/** Once servers are there again, every screen goes on within ten seconds, ms. */
const LONGEST_WAIT = 8000;
/** A stream that is refused won't be granted soon, ms. */
const REFUSED_WAIT = 30_000;
/** The server gives a sign of life each 25 s: silence for much longer means a dead line. */
const SILENCE = 75_000;
/** So long the question may be under way: the server is asked for what changed this much earlier, and what was too early is left aside, ms. */
const ON_THE_WAY = 10_000;
/** What is further back isn't remembered anyway, ms. */
const LONGEST_AGO = 600_000;
/** A screen refetches twice a second at most, rests nine times as long as the server took, and doesn't wait for what hangs, ms. */
const SHORTEST_REST = 500;
const REST = 9;
const LONGEST = 10_000;

const fieldOf = (lines: readonly string[], name: string) =>
  lines
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).trimStart())
    .join('\n');

/** The messages of a server-sent event stream, cut out of text that arrives in any pieces. */
export function eventReader(onMessage: (message: StreamMessage) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const blocks = (rest + chunk).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const data = fieldOf(lines, 'data');
      if (data) onMessage({ event: fieldOf(lines, 'event') || 'message', data });
    }
  };
}

/** Refetches what a change concerns: the queries that show the resource; everything when changes were lost, nothing when it was before `since`. */
export function applyMessage({ event, data }: StreamMessage, since = 0) {
  // The own rights changed: a refusal ends the session.
  if (event === 'access') {
    return void loadMe().then(
      () => queryClient.invalidateQueries(),
      () => undefined,
    );
  }
  const { resource, ago = 0 } = JSON.parse(data) as ChangeEvent;
  if (performance.now() - ago < since) return;
  if (event === 'lost') return void queryClient.invalidateQueries();
  for (const query of queryClient.getQueryCache().findAll({ ...shows(resource), fetchStatus: 'fetching' })) void againAfter(query);
  void queryClient.invalidateQueries({ ...shows(resource), refetchType: 'none' });
  changed.add(resource);
  if (!refetching) void refetch();
}

const changed = new Set<ResourceId>();
let refetching = false;

/**
 * A round at once, and one more after it for what changed meanwhile: a change never breaks off the refetch of the one before, and
 * many screens that follow a busy herd leave the server nine tenths of its time.
 */
async function refetch() {
  refetching = true;
  while (changed.size > 0) {
    const concerned = [...changed].map((resource) => shows(resource).predicate);
    changed.clear();
    const began = performance.now();
    const round = queryClient.refetchQueries({ type: 'active', predicate: (query) => concerned.some((concerns) => concerns(query)) });
    await Promise.race([round, wait(LONGEST)]);
    await wait(Math.min(LONGEST, Math.max(SHORTEST_REST, REST * (performance.now() - began))));
  }
  refetching = false;
}

const again = new WeakSet<Query>();

/** What is fetched for the first time, or ahead, isn't broken off by a refetch: its answer may be of before the change, and is asked for once more. */
async function againAfter(query: Query) {
  if (again.has(query) || (query.state.data !== undefined && query.isActive())) return;
  again.add(query);
  await query.promise?.catch(() => {});
  again.delete(query);
  await queryClient.invalidateQueries({ predicate: (one) => one === query });
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Follows the stream until it ends; what changed since a moment, on the clock of `performance.now()`, is told first. */
async function listen(path: string, since: number, signal: AbortSignal, onHeard: () => void) {
  const line = new AbortController();
  const hangUp = () => line.abort();
  signal.addEventListener('abort', hangUp);
  let silence = setTimeout(hangUp, SILENCE);
  try {
    const sentAt = performance.now();
    const ago = Math.ceil(Math.min(sentAt - since + ON_THE_WAY, LONGEST_AGO));
    const response = await send('GET', path, { query: { ago }, signal: line.signal, timeout: 2_147_483_647 });
    // It came later than it was counted from.
    if (performance.now() - sentAt > ON_THE_WAY) void queryClient.invalidateQueries();
    onHeard();
    const read = eventReader((message) => applyMessage(message, since));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      clearTimeout(silence);
      silence = setTimeout(hangUp, SILENCE);
      onHeard();
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

/**
 * Follows the changes of the current client, or of the installation alone, until stopped: from when its screens first asked for
 * anything, and with growing waits again after a gap, from where it began. What the server no longer knows is all fetched anew.
 */
export function followChanges(of: 'client' | 'installation'): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const path = of === 'client' ? 'events' : 'dashboard/events';
  (async () => {
    let delay = FIRST_WAIT;
    // The page asks for its first rows while the program is still coming.
    let heard = performance.now() < ANSWERS_WAIT_MS ? 0 : performance.now();
    while (!signal.aborted) {
      try {
        await listen(path, heard, signal, () => {
          delay = FIRST_WAIT;
          heard = performance.now();
        });
      } catch (error) {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) delay = REFUSED_WAIT;
      }
      if (signal.aborted) return;
      await pause(delay * (0.75 + Math.random() / 2), signal);
      delay = Math.min(delay * 2, LONGEST_WAIT);
    }
  })();
  return () => stop.abort();
}
