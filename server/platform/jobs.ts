import { Cron } from 'croner';
import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { jobSucceeded } from '#server/db/last-success.ts';
import type { Services } from './context.ts';
import { createTurns } from './runtime/turns.ts';

/** Scheduled work. Each run happens on a single server of a database. */
export interface Job {
  name: string;
  /** Cron pattern, seconds first. */
  pattern: string;
  /** Runs once when a server starts, too. */
  atStart: boolean;
  run(services: Services): Promise<void>;
}

export interface Jobs {
  /** Waits for running jobs, then stops. */
  stop(): Promise<void>;
}

/**
 * Max concurrent jobs. Each needs a connection for its lock and others for its work, so that all at once could exhaust a small pool and
 * deadlock.
 */
const AT_ONCE = 2;

export function startJobs(services: Services, jobs: readonly Job[]): Jobs {
  const running = new Set<Promise<void>>();
  const lanes = createTurns({ ofEach: 1, ofAll: AT_ONCE, waiting: 1, wait: 0, patience: Number.POSITIVE_INFINITY });
  let stopped = false;
  const waiting = new Set<Job>();
  const turn = (job: Job) => {
    // The job runs when it gets a place. With a thousand clients, others may occupy all places for minutes.
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

/** Runs the job under its lock. A server without the lock leaves the run to the server that has it. */
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
