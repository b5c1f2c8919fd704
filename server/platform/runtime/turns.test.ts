import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTurns, type Turn, type Turns } from './turns.ts';

const refusal = { status: 429, errors: { detail: [{ code: 'too_many_at_once', limit: 30 }] } };

test('limits each client and the server, and refuses further requests with a retry time', async () => {
  const turns = createTurns({ ofEach: 1, ofAll: 2, wait: 30 });
  const first = await turns.take(1);
  await expect(turns.take(1)).rejects.toMatchObject(refusal);
  const second = await turns.take(2);
  await expect(turns.take(3)).rejects.toMatchObject(refusal);
  // A finished but unsent result blocks only its own client.
  first.made();
  const third = await turns.take(3);
  await expect(turns.take(1)).rejects.toMatchObject(refusal);
  for (const turn of [first, first, second, third]) turn.end();
  (await turns.take(1)).end();
});

test('a long queue of one client delays no other client', async () => {
  const turns = createTurns({ ofEach: 2, ofAll: 4, waiting: 50, wait: 30 });
  const [first] = await Promise.all([1, 1, 2, 3].map((key) => turns.take(key)));
  const begun: number[] = [];
  const line = [1, 1, 1, 2, 2, 2, 4].map(async (key) => {
    const turn = await turns.take(key);
    begun.push(key);
    return turn;
  });
  first?.end();
  expect((await Promise.race(line)) && begun).toEqual([4]);
});

/** The keys that start, in order, while none has ended. */
async function comingOn(turns: Turns, keys: readonly number[]) {
  const begun: { key: number; turn: Turn }[] = [];
  // A request that still waits at the end of a test would fail a minute later, during another file's tests.
  for (const key of keys) {
    void turns.take(key).then(
      (turn) => begun.push({ key, turn }),
      () => undefined,
    );
  }
  await setImmediate();
  return { begun, keys: () => begun.map(({ key }) => key) };
}

test('a client’s second request leaves a place for clients without one', async () => {
  const { keys } = await comingOn(createTurns({ ofEach: 2, ofAll: 4, waiting: 50, wait: 30 }), [1, 1, 2, 2, 3]);
  expect(keys()).toEqual([1, 1, 2, 3]);
});

test('under load nobody has a second request running, and a client pauses for as long as its last one took while others continue', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let isBehind = true;
  const turns = createTurns({ ofEach: 2, ofAll: 4, waiting: 50, wait: 30, isBehind: () => isBehind });
  const { begun, keys } = await comingOn(turns, [1, 1, 1, 2]);
  expect(keys()).toEqual([1, 2]);
  vi.advanceTimersByTime(300);
  begun[0]?.turn.end();
  (await turns.take(3)).end();
  vi.advanceTimersByTime(299);
  await setImmediate();
  expect(keys()).toEqual([1, 2]);
  vi.advanceTimersByTime(1);
  await setImmediate();
  expect(keys()).toEqual([1, 2, 1]);
  isBehind = false;
  begun[1]?.turn.end();
  await setImmediate();
  expect(keys()).toEqual([1, 2, 1, 1]);
});

test('a request that waits too long is refused with a retry time and leaves the queue', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const turns = createTurns({ ofEach: 1, ofAll: 1, waiting: 1, wait: 30, patience: 500 });
  const first = await turns.take(1);
  const late = expect(turns.take(2)).rejects.toMatchObject(refusal);
  vi.advanceTimersByTime(501);
  await late;
  const next = turns.take(3);
  first.end();
  (await next).end();
});

test('a long queue of one client alternates with requests of other clients', async () => {
  const turns = createTurns({ ofEach: 1, ofAll: 1, waiting: 50, wait: 30 });
  const first = await turns.take(1);
  const begun: number[] = [];
  const line = [1, 1, 1, 2, 3, 2].map((key) => turns.during(key, async () => void begun.push(key)));
  first.end();
  await Promise.all(line);
  expect(begun).toEqual([2, 3, 1, 2, 1, 1]);
});

test('a full queue drops the last request of the client with the most', async () => {
  const turns = createTurns({ ofEach: 1, ofAll: 1, waiting: 50, line: 3, wait: 30 });
  const first = await turns.take(1);
  const line = [2, 2, 2].map((key) => turns.take(key));
  const other = turns.take(3);
  await expect(line[2]).rejects.toMatchObject(refusal);
  const third = turns.take(4);
  await expect(line[1]).rejects.toMatchObject(refusal);
  await expect(turns.take(5)).rejects.toMatchObject(refusal);
  first.end();
  for (const one of [line[0], other, third]) (await one)?.end();
});

test('failing work frees its place', async () => {
  const turns = createTurns({ ofEach: 1, ofAll: 1, wait: 30 });
  await expect(turns.during(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.during(1, async () => 'yes')).toBe('yes');
});

test('never exceeds the limits and serves all waiting requests, in any order of arrival and end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ ofEach: fc.integer({ min: 1, max: 3 }), ofAll: fc.integer({ min: 1, max: 5 }), waiting: fc.integer({ min: 0, max: 4 }) }),
      fc.array(fc.record({ key: fc.integer({ min: 1, max: 3 }), steps: fc.integer({ min: 0, max: 4 }) }), { maxLength: 40 }),
      async (bounds, comers) => {
        const turns = createTurns({ ...bounds, wait: 30 });
        const running: number[] = [];
        const results = await Promise.allSettled(
          comers.map(({ key, steps }) =>
            turns.during(key, async () => {
              running.push(key);
              expect(running.length).toBeLessThanOrEqual(bounds.ofAll);
              expect(running.filter((one) => one === key).length).toBeLessThanOrEqual(bounds.ofEach);
              for (let step = 0; step < steps; step += 1) await setImmediate();
              running.splice(running.indexOf(key), 1);
            }),
          ),
        );
        for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(refusal);
        const left: Turn[] = [];
        for (let key = 1; key <= Math.min(3, bounds.ofAll); key += 1) left.push(await turns.take(key));
        for (const turn of left) turn.end();
      },
    ),
    { numRuns: 50 },
  );
});
