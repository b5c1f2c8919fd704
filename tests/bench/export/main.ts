import type { ExportInput } from '#common/files/input.ts';
import { startExport } from '#src/core/export/run.ts';
import { testInput } from '#tests/support/export-input.ts';

export interface Made {
  ms: number;
  size: number;
  /** Longest block of the page's thread, in ms. */
  stall: number;
}

const bare = (input: ExportInput) =>
  new Promise<Blob>((resolve) => {
    const worker = new Worker(new URL('./bare-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
      worker.terminate();
      resolve(new Blob([data]));
    };
    worker.postMessage({ columns: input.columns, rows: input.rows });
  });

/** Measures while `work` runs. Timers of an idle page fire every few milliseconds. */
async function watched(work: Promise<Blob>): Promise<Omit<Made, 'ms'>> {
  let stall = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    stall = Math.max(stall, now - last);
    last = now;
  }, 4);
  const { size } = await work;
  clearInterval(timer);
  return { size, stall };
}

const sides = { ours: (input: ExportInput) => startExport('xlsx', input).promise, bare };

/** Called by the benchmark. */
Object.assign(window, {
  prepare(count: number) {
    const input = testInput(count);
    return Object.fromEntries(
      Object.entries(sides).map(([name, make]) => [
        name,
        async (): Promise<Made> => {
          const started = performance.now();
          return { ...(await watched(make(input))), ms: performance.now() - started };
        },
      ]),
    );
  },
});
