import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** How long a screen rests between two refetches, as in `src/core/api/events.ts`. */
const restAfter = (ms) => Math.min(10_000, Math.max(500, 9 * ms));

/**
 * Screens that each show a plan and request it again when it changes. They run in a separate thread, so that they take no time from the
 * measuring one.
 */
const { screens, url, plan, headers } = workerData;
const closing = new AbortController();
const told = { asked: 0, failed: 0 };

async function open() {
  const { body } = await fetch(`${url}/api/events/`, { headers, signal: closing.signal });
  let changed = false;
  const listen = async () => {
    for await (const _ of body ?? []) changed = true;
  };
  const refetch = async () => {
    while (!closing.signal.aborted) {
      if (changed) {
        changed = false;
        told.asked += 1;
        const began = performance.now();
        const response = await fetch(plan, { headers });
        await response.arrayBuffer();
        if (!response.ok) told.failed += 1;
        await sleep(restAfter(performance.now() - began));
      } else await sleep(10);
    }
  };
  // Both end with `closing`.
  listen().catch(() => {});
  refetch().catch(() => {});
}

await Promise.all(Array.from({ length: screens }, open));
parentPort?.postMessage('open');
parentPort?.once('message', () => {
  closing.abort();
  parentPort?.postMessage(told);
});
