import { getPriority, platform } from 'node:os';
import { expect, test } from 'vitest';
import { GIVES_WAY } from '#server/db/priority.ts';
import type { Task } from '#tests/support/thread-task.ts';
import { createThreadLine, OutOfBounds, programBeside } from './thread.ts';

const program = programBeside(new URL('../../../tests/support/thread-task.ts', import.meta.url).href, 'thread-task');
const inThread = createThreadLine<Task, { at: [number, number]; priority: number | null }>(program, { memoryMb: 256, timeoutMs: 20_000 });

test('tasks run in threads of their own in sequence, and a failing one blocks none', async () => {
  const [first, wrong, second] = await Promise.allSettled([inThread({ ms: 200 }), inThread({ fails: 'broken' }), inThread({ ms: 0 })]);
  expect(wrong).toMatchObject({ status: 'rejected', reason: { message: 'broken' } });
  if (first.status === 'rejected' || second.status === 'rejected') throw new Error('a sound task failed');
  expect(second.value.at[0]).toBeGreaterThanOrEqual(first.value.at[1]);
});

test.runIf(platform() === 'linux')(
  'a thread runs at low priority, and requests keep theirs',
  async () => {
    const own = getPriority();
    expect([(await inThread({ ms: 0 })).priority, getPriority()]).toEqual([Math.min(19, own + GIVES_WAY.threads), own]);
  },
  60_000,
);

test('an abandoned task stops at its next report of progress', async () => {
  const told: number[] = [];
  const work = {
    progress: async (done: number) => {
      told.push(done);
      if (done >= 0.5) throw new Error('given up');
    },
  };
  await expect(inThread({ ms: 0, tells: [0.25, 0.5], endless: true }, work)).rejects.toThrow('given up');
  expect(told).toEqual([0, 0.25, 0.5]);
});

test('a task beyond its time limit is out of bounds', async () => {
  const short = createThreadLine<Task, unknown>(program, { memoryMb: 256, timeoutMs: 1 });
  await expect(short({ ms: 0, endless: true })).rejects.toBeInstanceOf(OutOfBounds);
});
