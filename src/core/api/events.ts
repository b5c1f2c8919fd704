import type { Query } from '@tanstack/react-query';
import type { ResourceId } from '#contract/resource-ids.ts';
import { send } from './api.ts';
import { ApiError } from './api-error.ts';
import { loadMe } from './auth.ts';
import { ANSWERS_WAIT_MS } from './begun.ts';
import { queryClient, shows } from './query-client.ts';

/** Changed rows of a resource; without ids any of them may have changed. */
export interface ChangeEvent {
  resource: ResourceId;
  ids?: number[];
  /** Age in ms, if the event isn't delivered immediately. */
  ago?: number;
}

export interface StreamMessage {
  event: string;
  data: string;
}

const FIRST_WAIT = 1000;
/** Max ms between attempts, so that every screen continues within ten seconds after servers are back. */
const LONGEST_WAIT = 8000;
/** Wait in ms after a refused stream, which is unlikely to be accepted soon. */
const REFUSED_WAIT = 30_000;
/** Ms without data after which a connection counts as dead. The server sends a sign of life every 25 s. */
const SILENCE = 75_000;
/** Max ms of a request on its way: the server is asked for this much earlier changes, and too early ones are ignored. */
const ON_THE_WAY = 10_000;
/** Max ms to look back, because the server remembers no more. */
const LONGEST_AGO = 600_000;
/** Min pause between refetches in ms. A screen also pauses nine times as long as the server took, and doesn't wait for hanging requests. */
const SHORTEST_REST = 500;
const REST = 9;
const LONGEST = 10_000;

const parseField = (lines: readonly string[], name: string) =>
  lines
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).trimStart())
    .join('\n');

/** Reads the messages of an event stream from text in any pieces. */
export function eventReader(onMessage: (message: StreamMessage) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const blocks = (rest + chunk).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const data = parseField(lines, 'data');
      if (data) onMessage({ event: parseField(lines, 'event') || 'message', data });
    }
  };
}

/** Refetches the queries of the changed resource; all of them after lost changes, none for a change before `since`. */
export function applyMessage({ event, data }: StreamMessage, since = 0) {
  // The own rights changed. A refusal ends the session.
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
 * Refetches at once, and once more for changes that arrive meanwhile. A change never cancels the previous refetch, and many screens of a
 * busy herd leave the server nine tenths of its time.
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

/** A first request or prefetch isn't cancelled: its answer may be older than the change, so it is repeated once. */
async function againAfter(query: Query) {
  if (again.has(query) || (query.state.data !== undefined && query.isActive())) return;
  again.add(query);
  await query.promise?.catch(() => {});
  again.delete(query);
  await queryClient.invalidateQueries({ predicate: (one) => one === query });
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Follows the stream until it ends. Changes since a moment (by `performance.now()`) are delivered first. */
async function listen(path: string, since: number, signal: AbortSignal, onHeard: () => void) {
  const line = new AbortController();
  const hangUp = () => line.abort();
  signal.addEventListener('abort', hangUp);
  let silence = setTimeout(hangUp, SILENCE);
  try {
    const sentAt = performance.now();
    const ago = Math.ceil(Math.min(sentAt - since + ON_THE_WAY, LONGEST_AGO));
    const response = await send('GET', path, { query: { ago }, signal: line.signal, timeout: 2_147_483_647 });
    // The request arrived later than assumed.
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
 * Follows changes of the current client, or of the installation, until stopped: from the first request of its screens, and after a gap from
 * its beginning, with growing waits. Changes that the server no longer remembers cause a refetch of everything.
 */
export function followChanges(of: 'client' | 'installation'): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const path = of === 'client' ? 'events' : 'dashboard/events';
  (async () => {
    let delay = FIRST_WAIT;
    // The page requests its first rows before the program is loaded.
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
