import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { hashesAtOnce, hashPassword, isPassword } from './passwords.ts';

const work = vi.hoisted(() => ({ running: 0, most: 0, isBehind: false, ends: [] as (() => void)[] }));
const slow = vi.hoisted(() => async <T>(result: T): Promise<T> => {
  work.running += 1;
  work.most = Math.max(work.most, work.running);
  await new Promise<void>((resolve) => work.ends.push(resolve));
  work.running -= 1;
  return result;
});
vi.mock('#server/platform/runtime/lateness.ts', () => ({ isBehind: () => work.isBehind }));
vi.mock('@node-rs/argon2', () => ({ hash: () => slow('a hash'), verify: () => slow(false) }));

it('hashing leaves a core to requests and half of the threads to files', () => {
  expect([1, 2, 3, 4, 64].map(hashesAtOnce)).toEqual([1, 1, 2, 2, 2]);
});

it('concurrent passwords are hashed a few at a time; beyond a full queue they are refused with a retry time', async () => {
  const asked = Array.from({ length: 200 }, (_, n) =>
    n % 2 === 0 ? hashPassword('feed the herd') : isPassword('feed the herd', 'a hash'),
  );
  let over = false;
  const all = Promise.allSettled(asked).finally(() => {
    over = true;
  });
  while (!over) {
    for (const end of work.ends.splice(0)) end();
    await setImmediate();
  }
  const results = await all;
  const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(work.most).toBe(hashesAtOnce(availableParallelism()));
  expect(refused).toHaveLength(200 - 120 - hashesAtOnce(availableParallelism()));
  expect(refused[0]?.reason).toMatchObject({ status: 429, errors: { detail: [{ code: 'too_many_at_once', limit: 5 }] } });
});

it('an overloaded server pauses after each hash for as long as the hash took', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const atOnce = hashesAtOnce(availableParallelism());
  const all = Promise.all(Array.from({ length: atOnce + 1 }, () => hashPassword('feed the herd')));
  await setImmediate();
  vi.advanceTimersByTime(300);
  work.isBehind = true;
  for (const end of work.ends.splice(0)) end();
  await setImmediate();
  work.isBehind = false;
  vi.advanceTimersByTime(299);
  await setImmediate();
  expect(work.ends).toHaveLength(0);
  vi.advanceTimersByTime(1);
  await setImmediate();
  expect(work.ends).toHaveLength(1);
  work.ends[0]?.();
  await all;
});
