import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { backup } from '#server/db/backup.ts';
import { runningEmbedded, startEmbedded } from '#server/db/embedded.ts';
import { type ByCommand, commandSucceeded } from '#server/db/last-success.ts';
import { checkOutside } from '#server/db/outside.ts';
import { restore } from '#server/db/restore.ts';
import { restoreTo } from '#server/db/restore-to.ts';
import { StartError } from '#server/db/start-error.ts';
import { readSettings, type Settings } from '#server/settings.ts';

const USAGE = `npm run backup -- <file>, or <folder> <how many to keep>
npm run restore -- <file> [unproven]
npm run drill -- <file or folder>
npm run restore-to -- <moment, as 2026-11-23T11:40:00+02:00, or latest>: out of WAL_ARCHIVE, into DATA_DIR
DATABASE_URL or DATA_DIR says of what, or into what.`;

const quiet = { info() {}, error: console.error };

const COMMANDS: Record<string, (settings: Settings, place: string, word: string | undefined) => Promise<void>> = {
  async backup(settings, place, word) {
    const intoFolder = isFolder(place);
    if ((word !== undefined) !== intoFolder || (word && !/^[1-9]\d{0,3}$/.test(word))) throw new StartError(USAGE);
    if (!settings.databaseUrl && !existsSync(join(settings.dataDir, 'postgres')))
      throw new StartError(`There is no data in ${settings.dataDir}.`);
    const file = intoFolder ? join(place, `manger-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`) : place;
    const rows = await onDatabase(settings, runningEmbedded(settings.dataDir), async (url) => {
      const made = await backup(url, file, sealing(settings));
      await note(url, 'backup');
      return made;
    });
    if (intoFolder) for (const old of backupsIn(place).slice(0, -Number(word))) rmSync(join(place, old));
    console.log(`${file} holds ${total(rows)} rows of ${Object.keys(rows).length} tables. Keep the secret key as well, in another place.`);
  },

  async restore(settings, file, word) {
    if (word !== undefined && word !== 'unproven') throw new StartError(USAGE);
    const unproven = word === 'unproven';
    const { head, rows } = await onDatabase(settings, undefined, (url) => restore(url, file, { secret: settings.secretKey, unproven }));
    console.log(`Restored ${total(rows)} rows of ${Object.keys(rows).length} tables, as they were at ${head.at}; counts and sums agree.`);
    if (head.key !== fingerprint(settings)) {
      console.log(
        'The secret key is another one: put the old one in place (SECRET_KEY or secret.key), or enter calibrations and second factors again.',
      );
    }
  },

  /** The moment takes the position of the file. */
  async 'restore-to'(settings, place, word) {
    const given = basename(place);
    const moment = given === 'latest' ? Number.POSITIVE_INFINITY : Date.parse(given);
    if (word !== undefined || Number.isNaN(moment)) throw new StartError(USAGE);
    if (!settings.walArchive) throw new StartError('WAL_ARCHIVE is not set.');
    const last = await restoreTo({ archive: settings.walArchive, dataDir: settings.dataDir, moment, pgBin: settings.pgBin });
    console.log(
      `${settings.dataDir} is as it was${last ? `: the last change is of ${last.toISOString()}` : ''}. Put the secret key beside it before the start.`,
    );
  },

  /** Restores into a temporary database, which is deleted afterwards. */
  async drill(settings, place, word) {
    if (word !== undefined) throw new StartError(USAGE);
    const newest = isFolder(place) ? backupsIn(place).at(-1) : '';
    if (newest === undefined) throw new StartError(`There is no backup in ${place}.`);
    const file = resolve(place, newest);
    const dataDir = mkdtempSync(join(tmpdir(), 'manger-drill-'));
    // If the command runs as root, the database's account must be able to enter the folder.
    chmodSync(dataDir, 0o711);
    try {
      const embedded = await startEmbedded({ dataDir, log: quiet, durable: false, pgBin: settings.pgBin });
      try {
        const { head, rows } = await restore(embedded.url, file, { secret: settings.secretKey });
        console.log(`${file} can be restored: ${total(rows)} rows as they were at ${head.at}; counts and sums agree.`);
      } finally {
        await embedded.stop();
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
    const url = settings.databaseUrl ?? runningEmbedded(settings.dataDir);
    if (url) await note(url, 'drill');
  },
};

/** The command line of backup and restore. */
async function main([command = '', place, word, ...more]: readonly string[]): Promise<void> {
  const run = COMMANDS[command];
  if (!run || !place || more.length > 0) throw new StartError(USAGE);
  // npm changes to the project's folder, but the file's name is relative to the caller's folder.
  await run(readSettings(process.env), resolve(process.env.INIT_CWD ?? '.', place), word);
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Backups in a folder, oldest first. */
const backupsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^manger-\d{8}T\d{6}Z\.backup$/.test(name))
    .sort();

/**
 * Records the command's success in the database. A failure is only logged: the database may be a read-only standby, or of an older version.
 */
async function note(url: string, command: ByCommand): Promise<void> {
  await commandSucceeded(url, command).catch((error: Error) =>
    console.error(`The database doesn't know of the ${command}: ${error.message}`),
  );
}

/** Runs on the external database, on the embedded one that `running` started, or on one started for this call. */
async function onDatabase<T>(
  { databaseUrl, dataDir, walArchive, pgBin }: Settings,
  running: string | undefined,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl) {
    await checkOutside(databaseUrl);
    return work(databaseUrl);
  }
  if (running) return work(running);
  const embedded = await startEmbedded({ dataDir, log: quiet, walArchive, pgBin });
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
