import { Cron } from 'croner';
import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { jobSucceeded } from '#server/db/last-success.ts';
import type { Services } from './context.ts';
import { createTurns } from './runtime/turns.ts';

/** Work that comes back by the clock. However many servers run on one database, each turn is done by one of them. */
export interface Job {
  name: string;
  /** Cron pattern, seconds first. */
  pattern: string;
  /** Also once when a server starts. */
  atStart: boolean;
  run(services: Services): Promise<void>;
}

export interface Jobs {
  /** Waits for the turns that are under way, then stops. */
  stop(): Promise<void>;
}

/** Each that runs holds a connection for its lock beside those of its work: all at once they would take every connection of a small pool and wait for one more. */
const AT_ONCE = 2;

export function startJobs(services: Services, jobs: readonly Job[]): Jobs {
  const running = new Set<Promise<void>>();
  const lanes = createTurns({ ofEach: 1, ofAll: AT_ONCE, waiting: 1, wait: 0, patience: Number.POSITIVE_INFINITY });
  let stopped = false;
  const waiting = new Set<Job>();
  const turn = (job: Job) => {
    // It comes by once it has its place; with a thousand clients others may keep it for minutes.
    if (waiting.has(job)) return;
    waiting.add(job);
    const work = lanes
      .during(job.name, async () => {
        waiting.delete(job);
        if (!stopped) await once(services, job);
      })
      .catch((error: unknown) => services.log.error({ job: job.name, error: String(error) }, 'job failed'));
    running.add(work);
    return work.finally(() => running.delete(work));
  };
  const crons = jobs.map((job) => new Cron(job.pattern, { protect: true }, () => turn(job)));
  for (const job of jobs) if (job.atStart) void turn(job);
  return {
    async stop() {
      stopped = true;
      for (const cron of crons) cron.stop();
      await Promise.all(running);
    },
  };
}

/** Holds the job's lock while it runs; a server that doesn't get it leaves the turn to the one that has it. */
async function once(services: Services, job: Job): Promise<void> {
  await services.database
    .acrossClients()
    .transaction()
    .execute(async (tx: Tx) => {
      const { rows } = await sql<{
        got: boolean;
      }>`select pg_try_advisory_xact_lock(hashtext('manger job'), hashtext(${job.name})) as got`.execute(tx);
      if (!rows[0]?.got) return;
      await job.run(services);
      await jobSucceeded(job.name).execute(tx);
    });
}
