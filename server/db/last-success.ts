import { type RawBuilder, sql } from 'kysely';
import { connected, connectTo } from './hosts.ts';

/** Works of the command line. */
export type ByCommand = 'backup' | 'drill';

const NOTE = ['insert into last_success (work, at) values (', ', now()) on conflict (work) do update set at = excluded.at'] as const;

/** Records a job's success in the job's transaction, with the time of its beginning. */
export const jobSucceeded = (name: string): RawBuilder<unknown> => sql`${sql.raw(NOTE[0])}${`job ${name}`}${sql.raw(NOTE[1])}`;

/** Records a finished backup or a test restore. */
export const commandSucceeded = (url: string, command: ByCommand): Promise<unknown> =>
  connected(connectTo(url), (client) => client.query(NOTE.join('$1'), [command]));

interface LastSuccess {
  work: string;
  /** Seconds since 1970. */
  at: number;
}

export const LAST_SUCCESSES = sql<LastSuccess>`select work, extract(epoch from at)::double precision as at from last_success order by work`;

/** The job of a line; undefined for other works. */
export const jobOf = ({ work }: LastSuccess): string | undefined => (work.startsWith('job ') ? work.slice(4) : undefined);
