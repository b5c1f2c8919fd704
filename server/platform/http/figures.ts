import { sql } from 'kysely';
import { type ByCommand, jobOf, LAST_SUCCESSES } from '#server/db/last-success.ts';
import type { Services } from '#server/platform/context.ts';

export interface Reading {
  labels?: Record<string, string>;
  value: number;
}

/** A metric that is read at each scrape, and left out if reading takes too long. */
export interface Figure {
  name: string;
  help: string;
  labelNames?: readonly string[];
  read(services: Services): readonly Reading[] | Promise<readonly Reading[]>;
}

const buildLastSuccess = (command: ByCommand, help: string): Figure => ({
  name: `manger_${command}_last_success_timestamp_seconds`,
  help,
  async read({ database }) {
    const { rows } = await LAST_SUCCESSES.execute(database.acrossClients());
    return [{ value: rows.find(({ work }) => work === command)?.at ?? 0 }];
  },
});

export const OF_ALL_SERVERS: readonly Figure[] = [
  {
    name: 'manger_database_connections',
    help: 'Connections of the main pool',
    labelNames: ['state'],
    read: ({ database }) => Object.entries(database.load()).map(([state, value]) => ({ labels: { state }, value })),
  },
  {
    name: 'manger_replica_lag_seconds',
    help: 'By how much each replica is behind the primary; not told of one that is away',
    labelNames: ['host'],
    read: ({ database }) => database.replicas().health.flatMap(({ host, lag }) => (lag === null ? [] : { labels: { host }, value: lag })),
  },
  {
    name: 'manger_replica_usable',
    help: 'Whether reports are made on the replica: 1 while it has what was written half a second ago',
    labelNames: ['host'],
    read: ({ database }) => database.replicas().health.map(({ host, state }) => ({ labels: { host }, value: Number(state === 'fresh') })),
  },
  {
    name: 'manger_replica_fallbacks',
    help: "Statements that the primary answered in a replica's place since this server started",
    read: ({ database }) => [{ value: database.replicas().fallbacks }],
  },
  {
    name: 'manger_job_last_success_timestamp_seconds',
    help: 'When each job last succeeded, on whichever server',
    labelNames: ['job'],
    async read({ database }) {
      const { rows } = await LAST_SUCCESSES.execute(database.acrossClients());
      return rows.flatMap((row) => {
        const job = jobOf(row);
        return job === undefined ? [] : { labels: { job }, value: row.at };
      });
    },
  },
  {
    name: 'manger_log_archived_last_success_timestamp_seconds',
    help: "When the database's log last went into its archive, where it has one; 0 where none has yet",
    async read({ database }) {
      const { rows } = await sql<{ value: number }>`
        select coalesce(extract(epoch from last_archived_time), 0)::double precision as value from pg_stat_archiver
        where current_setting('archive_mode') <> 'off'`.execute(database.acrossClients());
      return rows;
    },
  },
  buildLastSuccess('backup', 'When a backup was last made by its command; 0 where none was'),
  buildLastSuccess('drill', 'When a backup was last restored on trial; 0 where none was'),
];
