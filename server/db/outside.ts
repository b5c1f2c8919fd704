import pg from 'pg';
import { StartError } from './start-error.ts';

const OLDEST = 15;

/** Refuses a server that is too old and a role that row-level security would not hold back. */
export async function checkOutside(url: string, setting = 'DATABASE_URL'): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`${setting} can't be reached: ${connectReason(error)}.`);
  }
  try {
    const { rows } = await client.query<{ version: number; role: string; above: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as version, rolname as role, rolsuper or rolbypassrls as above
       from pg_roles where rolname = current_user`,
    );
    const server = rows[0];
    if (!server || server.version < OLDEST)
      throw new StartError(`${setting} is PostgreSQL ${server?.version}; Manger needs ${OLDEST} or later.`);
    if (server.above)
      throw new StartError(
        `${setting} signs in as "${server.role}", which row-level security does not hold back. Use a role that is neither superuser nor BYPASSRLS.`,
      );
  } finally {
    await client.end();
  }
}

function connectReason(error: unknown): string {
  // A host of several addresses fails with one error for each and no message of its own.
  const inner = error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error);
  return inner.message;
}
