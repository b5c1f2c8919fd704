import { readlinkSync } from 'node:fs';
import { getPriority, platform } from 'node:os';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { serveTask } from '#server/platform/runtime/thread.ts';

export interface Task {
  ms?: number;
  fails?: string;
  tells?: number[];
  endless?: boolean;
}

/** A thread's program for tests: reports that it ran, and its priority. */
if (!isMainThread) {
  await serveTask<Task, unknown>(async ({ ms = 0, fails, tells = [], endless }, work) => {
    const from = Date.now();
    for (const done of tells) await work.progress(done);
    if (fails) throw new Error(fails);
    await sleep(endless ? 60_000 : ms);
    const priority = platform() === 'linux' ? getPriority(Number(basename(readlinkSync('/proc/thread-self')))) : null;
    return { at: [from, Date.now()], priority };
  });
}
