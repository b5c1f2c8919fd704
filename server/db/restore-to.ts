import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from './embedded.ts';
import { databaseAccount, placeCluster } from './embedded-account.ts';
import { StartError } from './start-error.ts';
import { recoverySettings, unpackArchive } from './wal-archive.ts';

interface Wanted {
  archive: string;
  /** The folder must not contain a database yet. */
  dataDir: string;
  /** Milliseconds since 1970; infinite for the latest available moment. */
  moment: number;
  pgBin?: string | undefined;
}

/** Restores the embedded database to a moment from its archived log. Returns the time of its last change. */
export async function restoreTo({ archive, dataDir, moment, pgBin }: Wanted): Promise<Date | undefined> {
  const account = databaseAccount(join(dataDir, 'postgres'));
  const cluster = placeCluster(dataDir, account);
  if (existsSync(cluster)) throw new StartError(`There is a database in ${dataDir} already. Restore into a new DATA_DIR.`);
  const draft = `${cluster}.restoring`;
  rmSync(draft, { recursive: true, force: true });
  try {
    await unpackArchive(archive, draft, moment, account);
    renameSync(draft, cluster);
    const embedded = await startEmbedded({ dataDir, log: { info() {}, error() {} }, pgBin, settings: recoverySettings(moment) });
    try {
      const client = new pg.Client({ connectionString: embedded.adminUrl });
      await client.connect();
      const { rows } = await client.query<{ last: string | null }>('select pg_last_xact_replay_timestamp() as last');
      await client.end();
      return rows[0]?.last ? new Date(rows[0].last) : undefined;
    } finally {
      await embedded.stop();
    }
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    rmSync(cluster, { recursive: true, force: true });
    // The last lines of the log are about the connection attempts.
    const log = join(dataDir, 'postgres.log');
    if (existsSync(log) && /recovery ended before/.test(readFileSync(log, 'utf8')))
      throw new StartError(`${archive} ends before ${new Date(moment).toISOString()}. Restore the latest.`);
    throw error;
  }
}
