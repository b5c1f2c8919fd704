import pg from 'pg';
import { newerMinor } from './postgres-versions.ts';

/** The name of the application's database, and of its role. */
export const APP = 'manger';

interface Log {
  info(message: string): void;
}

/** Logs one line if a newer minor version is known. */
export async function reportVersion(client: pg.Client, log: Log): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  const news = newerMinor(rows[0]?.version ?? '');
  if (news) log.info(news);
}

/** Creates the application's role and database where they are missing. */
export async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = '${APP}') as role, exists (select from pg_database where datname = '${APP}') as database`,
  );
  if (!rows[0]?.role) await client.query(`create role ${APP} login`);
  // It creates the roles of clients for programs of analysis.
  await client.query(`alter role ${APP} createrole`);
  if (!rows[0]?.database) await client.query(`create database ${APP} owner ${APP}`);
}

/**
 * Rebuilds indexes that were built with another version of ICU, for example after a change of PG_BIN. A search in an index with the old
 * order misses rows.
 */
export async function sortAgain(url: string, log: Log): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ was: string; now: string }>(
      `select datcollversion as was, pg_database_collation_actual_version(oid) as now from pg_database
       where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)`,
    );
    if (!rows[0]) return;
    log.info(`Rebuilding indexes: text sorting changed from ICU ${rows[0].was} to ICU ${rows[0].now}.`);
    await client.query(`reindex database ${APP}`);
    await client.query(`alter database ${APP} refresh collation version`);
  } finally {
    await client.end();
  }
}
