import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backup } from '#server/db/backup.ts';
import { runningEmbedded, startEmbedded } from '#server/db/embedded.ts';
import { backupSucceeded } from '#server/db/last-success.ts';
import { checkOutside } from '#server/db/outside.ts';
import { restore } from '#server/db/restore.ts';
import { StartError } from '#server/db/start-error.ts';
import { readSettings, type Settings } from '#server/settings.ts';

const USAGE = 'npm run backup -- <file>, or npm run restore -- <file> [unproven]; DATABASE_URL or DATA_DIR says of what, or into what.';

/** The command line of backup and restore. */
async function main([command, name, word, ...more]: readonly string[]): Promise<void> {
  const unproven = command === 'restore' && word === 'unproven';
  if (!name || more.length > 0 || (word !== undefined && !unproven)) throw new StartError(USAGE);
  // npm moves to the project's folder; the file's name is meant from where it was called.
  const file = resolve(process.env.INIT_CWD ?? '.', name);
  const settings = readSettings(process.env);
  if (command === 'backup') {
    if (!settings.databaseUrl && !existsSync(join(settings.dataDir, 'postgres')))
      throw new StartError(`There is no data in ${settings.dataDir}.`);
    const rows = await onDatabase(settings, runningEmbedded(settings.dataDir), async (url) => {
      const made = await backup(url, file, sealing(settings));
      // Made it is all the same: of a standby, which takes no word of it, or of a version that has no place for it.
      await backupSucceeded(url).catch((error: Error) => console.error(`The database doesn't know of the backup: ${error.message}`));
      return made;
    });
    console.log(`${file} holds ${total(rows)} rows of ${Object.keys(rows).length} tables. Keep the secret key as well, in another place.`);
  } else if (command === 'restore') {
    const { head, rows } = await onDatabase(settings, undefined, (url) => restore(url, file, { secret: settings.secretKey, unproven }));
    console.log(`Restored ${total(rows)} rows of ${Object.keys(rows).length} tables, as they were at ${head.at}; counts and sums agree.`);
    if (head.key !== fingerprint(settings)) {
      console.log(
        'The secret key is another one: put the old one in place (SECRET_KEY or secret.key), or enter calibrations and second factors anew.',
      );
    }
  } else throw new StartError(USAGE);
}

/** Works on the outside database, on the embedded one that `running` runs, or on one started for it. */
async function onDatabase<T>(
  { databaseUrl, dataDir }: Settings,
  running: string | undefined,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl) {
    await checkOutside(databaseUrl);
    return work(databaseUrl);
  }
  if (running) return work(running);
  const embedded = await startEmbedded({ dataDir, log: { info() {}, error: console.error } });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

const sealing = (settings: Settings) => ({ key: fingerprint(settings), secret: settings.secretKey });
const fingerprint = ({ secretKey }: Settings) => createHash('sha256').update(`manger backup ${secretKey}`).digest('base64url').slice(0, 16);
const total = (rows: Record<string, number>) => Object.values(rows).reduce((sum, count) => sum + count, 0);

main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
