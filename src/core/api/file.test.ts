// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IN_LINES } from '#contract/progress.ts';
import { type FileProgress, fetchFile } from './file.ts';
import { serverError } from './network.ts';
import { session } from './session.ts';

let accepted: string | undefined;
/** An answer in these pieces, which then breaks or ends. */
function serve(pieces: (string | Uint8Array)[], broken = false) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
      if (broken) setTimeout(() => controller.error(new TypeError('terminated')));
      else controller.close();
    },
  });
  vi.stubGlobal('fetch', async (_: string, init: { headers: Record<string, string> }) => {
    accepted = init.headers.Accept;
    return new Response(body);
  });
}
let told: FileProgress[];
const ask = () => fetchFile('archive/', { onProgress: (progress) => told.push(progress) });

beforeEach(() => {
  told = [];
  serverError.set(0);
  session.set({ status: 'in', token: 'tok', me: null, ended: null });
});
afterEach(() => vi.unstubAllGlobals());

it('reports the progress of making and then of the transfer, for any cut of the pieces', async () => {
  serve(['{"done":0}\n{"do', 'ne":0.5}\n{"status":200,"size":6}\n\n1', '234\n']);
  const file = await ask();
  expect([accepted, file.size]).toEqual([IN_LINES, 6]);
  expect(told).toEqual([
    { stage: 'making', part: 0 },
    { stage: 'making', part: 0.5 },
    { stage: 'coming', part: 2 / 6 },
    { stage: 'coming', part: 1 },
  ]);
});

it('returns the server’s final refusal', async () => {
  serve(['{"done":0.2}\n', '{"status":403,"errors":{"detail":[{"code":"not_permitted","message":"No"}]}}\n']);
  await expect(ask()).rejects.toMatchObject({ status: 403, errors: { detail: [{ code: 'not_permitted' }] } });
  serve(['{"status":500,"errors":{"detail":[{"code":"server_error","message":"Server error"}]}}\n']);
  await expect(ask()).rejects.toMatchObject({ status: 500 });
  expect(serverError.get()).toBe(1);
});

it.each<[string, string[], boolean]>([
  ['before it came', ['{"done":0.2}\n'], false],
  ['in a line', ['{"done":0.2}\n{"stat'], false],
  ['on its way', ['{"status":200,"size":600}\n', 'abc'], false],
  ['by the line', ['{"status":200,"size":600}\n', 'abc'], true],
])('a file that is cut %s is none', async (_, pieces, broken) => {
  serve(pieces, broken);
  await expect(ask()).rejects.toMatchObject({ status: 0, errors: { detail: [{ code: 'offline' }] } });
});
