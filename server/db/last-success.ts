import { type RawBuilder, sql } from 'kysely';
import { connected, connectTo } from './hosts.ts';

/** What the command line does, and by hand as well. */
export type ByCommand = 'backup' | 'drill';

const NOTE = ['insert into last_success (work, at) values (', ', now()) on conflict (work) do update set at = excluded.at'] as const;

/** Notes that a job has succeeded; in its transaction, so that it counts from its beginning. */
export const jobSucceeded = (name: string): RawBuilder<unknown> => sql`${sql.raw(NOTE[0])}${`job ${name}`}${sql.raw(NOTE[1])}`;

/** Notes that a backup has been made, or that one was restored on trial. */
export const commandSucceeded = (url: string, command: ByCommand): Promise<unknown> =>
  connected(connectTo(url), (client) => client.query(NOTE.join('$1'), [command]));

interface LastSuccess {
  work: string;
  /** Seconds since 1970. */
  at: number;
}

export const LAST_SUCCESSES = sql<LastSuccess>`select work, extract(epoch from at)::double precision as at from last_success order by work`;

/** The job of that line; undefined when it is none. */
export const jobOf = ({ work }: LastSuccess): string | undefined => (work.startsWith('job ') ? work.slice(4) : undefined);
