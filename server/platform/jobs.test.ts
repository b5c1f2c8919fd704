import { Cron } from 'croner';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '#tests/support/test.ts';
import { type Job, startJobs } from './jobs.ts';

const NEVER = '0 0 0 1 1 *';

/** Resolves when jobs of every second have started this often. The jobs' clock counts, not the time. */
const secondsBegun = (count: number) =>
  new Promise<void>((resolve) => {
    let begun = 0;
    const cron = new Cron('* * * * * *', () => {
      begun += 1;
      if (begun < count) return;
      cron.stop();
      resolve();
    });
  });

test('many jobs that start together leave connections for each other’s work', async ({ api }) => {
  const done: number[] = [];
  // More jobs than the pool has connections.
  const jobs = Array.from(
    { length: 12 },
    (_, number): Job => ({
      name: `job ${number}`,
      pattern: NEVER,
      atStart: true,
      async run({ database }) {
        await sql`select pg_sleep(0.05)`.execute(database.acrossClients());
        done.push(number);
      },
    }),
  );
  const started = startJobs(api.services, jobs);
  await expect.poll(() => done.length).toBe(jobs.length);
  await started.stop();
});

test('a run that is due while the job waits for its place is skipped without a failure', async ({ api }) => {
  const failures: unknown[] = [];
  const log = { ...api.services.log, error: (...told: unknown[]) => void failures.push(told) } as unknown as typeof api.services.log;
  let finish = () => {};
  const under = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let turns = 0;
  const long = (name: string): Job => ({ name, pattern: NEVER, atStart: true, run: () => under });
  const often: Job = {
    name: 'often',
    pattern: '* * * * * *',
    atStart: true,
    async run() {
      turns += 1;
    },
  };
  const started = startJobs({ ...api.services, log }, [long('one'), long('two'), often]);
  await secondsBegun(2);
  expect([turns, failures]).toEqual([0, []]);
  finish();
  await expect.poll(() => turns).toBeGreaterThan(0);
  await started.stop();
  expect(failures).toEqual([]);
});

test('a job that waits when the server stops isn’t started', async ({ api }) => {
  const begun: string[] = [];
  let finish = () => {};
  const under = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const job = (name: string): Job => ({
    name,
    pattern: NEVER,
    atStart: true,
    async run() {
      begun.push(name);
      await under;
    },
  });
  const started = startJobs(api.services, ['first', 'second', 'third'].map(job));
  await expect.poll(() => begun.length).toBe(2);
  const stopping = started.stop();
  finish();
  await stopping;
  // Both ask the database at once: both run, in either order.
  expect(begun.toSorted()).toEqual(['first', 'second']);
});
