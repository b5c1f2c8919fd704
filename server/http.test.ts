import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Door, takePort } from './http.ts';

const PAUSE = 300;
let door: Door;
let port: number;

beforeAll(async () => {
  door = await takePort('127.0.0.1', 0, { time: 600, pause: PAUSE, look: 20 });
  port = Number(new URL(door.address).port);
  door.open((incoming, response) => {
    let bytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    incoming.on('end', () => response.end(String(bytes)));
  });
});
afterAll(() => door.close());

/** What is answered to a body that comes in pieces of `size`, one each `every` ms; `cut` when the connection was. */
const send = (declared: number, pieces: number, size: number, every: number) =>
  new Promise<string>((resolve) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', headers: { 'content-length': declared } }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      answer.on('end', () => resolve(text));
    });
    sent.on('error', () => resolve('cut'));
    void (async () => {
      for (let n = 0; n < pieces; n += 1) {
        sent.write(Buffer.alloc(size));
        await sleep(every);
      }
      if (pieces * size === declared) sent.end();
    })();
  });

it('a slow upload has the time that its size needs, past what a small one gets', async () => {
  // 30 000 bytes may take 0.6 s and 3 s more.
  expect(await send(30_000, 15, 2000, 80)).toBe('30000');
});

it('one that stands still is cut, and one that comes more slowly than any network', async () => {
  const started = Date.now();
  expect(await send(30_000, 1, 2000, 0)).toBe('cut');
  expect(Date.now() - started).toBeGreaterThanOrEqual(PAUSE);
  expect(await send(100, 100, 1, 30)).toBe('cut');
});

it('a connection at rest is kept for longer than a proxy keeps it', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  await answer.text();
  const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});
