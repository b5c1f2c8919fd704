import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Door, takePort } from './http.ts';

const TIME = 600;
let door: Door;
let port: number;

beforeAll(async () => {
  door = await takePort('127.0.0.1', 0, { time: TIME, look: 20 });
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

/**
 * The answer to a body in pieces of `size`, one each `every` ms; `cut` if the connection was closed. Without `declared` the body is
 * chunked.
 */
const send = (declared: number | undefined, pieces: number, size: number, every: number) =>
  new Promise<string>((resolve) => {
    const sent = request(
      { host: '127.0.0.1', port, method: 'POST', headers: declared === undefined ? {} : { 'content-length': declared } },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        answer.on('end', () => resolve(text));
      },
    );
    sent.on('error', () => resolve('cut'));
    void (async () => {
      for (let n = 0; n < pieces; n += 1) {
        sent.write(Buffer.alloc(size));
        await sleep(every);
      }
      if (pieces * size === declared) sent.end();
    })();
  });

it('a slow upload gets time by its size, beyond the time of a small one', async () => {
  // 30 000 bytes may take 0.6 s and 3 s more.
  expect(await send(30_000, 15, 2000, 80)).toBe('30000');
});

it('an upload without progress is cut, and so is one that is slower than any network', async () => {
  const started = Date.now();
  expect(await send(30_000, 1, 2000, 0)).toBe('cut');
  expect(Date.now() - started).toBeGreaterThanOrEqual(TIME);
  expect(await send(100, 100, 1, 30)).toBe('cut');
});

it('a slow chunked body is cut as soon as one with a declared length, also after a fast start', async () => {
  expect(await send(undefined, 1000, 1, 30)).toBe('cut');
  const began = (async function* () {
    yield 100_000;
    while (true) yield 1;
  })();
  const sent = request({ host: '127.0.0.1', port, method: 'POST' });
  const cut = new Promise<void>((resolve) => sent.on('error', () => resolve()));
  void (async () => {
    for await (const size of began) {
      if (sent.destroyed) return;
      sent.write(Buffer.alloc(size));
      await sleep(30);
    }
  })();
  await cut;
});

it('an idle connection stays open longer than a proxy’s', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  await answer.text();
  const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});
