import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Account, databaseAccount, placeCluster } from './embedded-account.ts';
import { type Binaries, findBinaries, majorOf } from './embedded-binaries.ts';
import {
  ADMIN,
  findPostmaster,
  listenSettings,
  type Postmaster,
  prepareCluster,
  SOCKET_PORT,
  socketFolder,
  spawnPostgres,
  writeHba,
} from './embedded-cluster.ts';
import { APP, ensureDatabase, reportVersion, sortAgain } from './embedded-databases.ts';
import { removeStaleLocks } from './embedded-locks.ts';
import { closeToRoles } from './embedded-roles.ts';
import { StartError } from './start-error.ts';
import { archiveSettings, forgetArchive, keepWalArchive, openWalArchive } from './wal-archive.ts';

const LOCK = 721_130_002;
/** Max wait in ms for a server that starts or replays its log after a crash. */
const START_LIMIT = 600_000;
const STOP_LIMIT = 20_000;

interface Log {
  info(message: string): void;
  error(message: string): void;
}

export interface Embedded {
  /** For the application's role, which is subject to row-level security. */
  url: string;
  /** For the superuser, on the cluster's maintenance database. */
  adminUrl: string;
  /** Replaces the application's database by an empty one. */
  reset(): Promise<void>;
  /** Disconnects everyone, writes all data and stops the server. */
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  log: Log;
  /** False only in tests: a power cut may then lose data, and Ctrl-C ends the server immediately. */
  durable?: boolean;
  /** Folder for the archived log, which allows a restore to any moment. */
  walArchive?: string | undefined;
  /** The folder of another PostgreSQL's programs (PG_BIN). */
  pgBin?: string | undefined;
  /** Addresses at which roles with a password may sign in (DATABASE_LISTEN). By default there is only the socket. */
  listen?: string | undefined;
  /** Settings added to those of every embedded server; equal names override. */
  settings?: Record<string, string>;
}

interface Site {
  dataDir: string;
  cluster: string;
  logFile: string;
  binaries: Binaries;
  account: Account | undefined;
  durable: boolean;
  settings: Record<string, string>;
}

/**
 * Starts PostgreSQL on the data folder, or adopts the server that a killed Manger left behind. Restarts it if it dies. StartError if
 * another Manger uses the folder.
 */
export async function startEmbedded(options: Options): Promise<Embedded> {
  const { dataDir, log, durable = true, walArchive, pgBin, listen = '', settings = {} } = options;
  const account = databaseAccount(join(dataDir, 'postgres'));
  const cluster = placeCluster(dataDir, account);
  const binaries = findBinaries(account, pgBin);
  prepareCluster(cluster, binaries, account);
  const archive = walArchive ? openWalArchive(walArchive, cluster, account) : undefined;
  const logFile = join(dataDir, 'postgres.log');
  if (listen) writeHba(cluster, account);
  const own = {
    ...(archive ? archiveSettings(archive) : settings),
    ...(listen ? listenSettings(listen, cluster, Number(majorOf(binaries))) : {}),
  };
  const site: Site = { dataDir, cluster, account, durable, logFile, binaries, settings: own };
  if (!cluster.startsWith(dataDir)) log.info(`The database's account can't pass through to ${dataDir}; its files are in ${cluster}.`);

  let stopping = false;
  let recovery: Promise<void> | undefined;
  let session = await openLocked(site, log);

  function watch(client: pg.Client): void {
    client.once('end', () => {
      if (!stopping) recovery = recover();
    });
  }

  async function recover(): Promise<void> {
    log.error('The database went away; it is being started again.');
    while (!stopping) {
      try {
        session = await openLocked(site, log);
        watch(session.client);
        log.info('The database is back.');
        return;
      } catch (error) {
        log.error(`The database can't be started: ${(error as Error).message}`);
        await sleep(1000);
      }
    }
  }

  // A server that a killed Manger left behind may have other settings.
  if (
    !(await runsWith(session.client, [
      [ARCHIVE_DIRECTORY, site.settings[ARCHIVE_DIRECTORY] ?? ''],
      ['listen_addresses', listen],
    ]))
  ) {
    await session.client.end();
    await stopServer(cluster, session.postmaster.pid);
    session = await openLocked(site, log);
  }
  if (!archive) forgetArchive(cluster);
  await ensureDatabase(session.client);
  const { socketDir } = session.postmaster;
  await sortAgain(socketUrl(socketDir, ADMIN, APP), log);
  if (listen) await closeToRoles(socketUrl(socketDir, ADMIN, APP), APP, Number(majorOf(binaries)));
  watch(session.client);
  await reportVersion(session.client, log);
  const kept = archive ? keepWalArchive(archive, cluster, () => session.client, log) : undefined;
  return {
    url: socketUrl(socketDir, APP, APP),
    adminUrl: socketUrl(socketDir, ADMIN, ADMIN),
    reset: async () => {
      await session.client.query(`drop database if exists ${APP} with (force)`);
      await ensureDatabase(session.client);
    },
    stop: async () => {
      await kept?.stop();
      stopping = true;
      await recovery;
      await session.client.end().catch(() => {});
      await stopServer(cluster, session.postmaster.pid);
    },
  };
}

/** The URL of the server that runs on the data folder, independently of who started it. */
export function runningEmbedded(dataDir: string): string | undefined {
  const files = join(dataDir, 'postgres');
  const postmaster = existsSync(files) ? findPostmaster(placeCluster(dataDir, databaseAccount(files))) : undefined;
  return postmaster?.socketDir ? socketUrl(postmaster.socketDir, APP, APP) : undefined;
}

interface Session {
  client: pg.Client;
  postmaster: Postmaster;
}

/** A running server, and the connection with the lock of this process. The lock ends with the process in every case. */
async function openLocked(site: Site, log: Log): Promise<Session> {
  const session = await running(site, log);
  const { client } = session;
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    if (rows[0]?.data_directory !== site.cluster) throw new StartError(`Another database answers in the place of ${site.cluster}.`);
    // The lock of a just-killed process stays until the server notices the end.
    for (let tries = 0; !(await tryLock(client)); tries += 1) {
      if (tries === 20) throw new StartError(`Manger already runs on the data in ${site.dataDir}${await holder(client)}.`);
      await sleep(100);
    }
    return session;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

async function running(site: Site, log: Log): Promise<Session> {
  let child: ChildProcess | undefined;
  let failures = 0;
  const logged = existsSync(site.logFile) ? statSync(site.logFile).size : 0;
  for (const until = Date.now() + START_LIMIT; Date.now() < until; await sleep(10)) {
    const postmaster = findPostmaster(site.cluster);
    if (postmaster) {
      const client = await connect(postmaster.socketDir);
      if (client) return { client, postmaster };
    } else if (!child || hasEnded(child)) {
      if (child) {
        failures += 1;
        demandPassing(site, lastLines(site.logFile, logged), failures);
        await sleep(200);
      }
      child = await startServer(site, log);
    }
  }
  throw new StartError(`The database doesn't answer. More in ${site.logFile}.`);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Throws a `StartError` unless the server may start at another try: workers of a killed server release its memory a moment later. */
function demandPassing({ logFile }: Site, logTail: string, failures: number): void {
  const isPassing = /shared memory|lock file/.test(logTail) && failures < 50;
  if (!isPassing) throw new StartError(`The database doesn't start: ${logTail}. More in ${logFile}.`);
}

async function startServer(site: Site, log: Log): Promise<ChildProcess> {
  await removeStaleLocks(site.cluster, socketFolder(site.cluster, site.account), log);
  const child = spawnPostgres(site.cluster, site.binaries, site);
  child.on('error', () => {});
  if (child.pid === undefined) throw new StartError(`${site.binaries.postgres} can't be run as this user.`);
  return child;
}

/** Undefined while the server starts or stops. */
async function connect(socketDir: string): Promise<pg.Client | undefined> {
  if (!socketDir) return undefined;
  const client = new pg.Client({
    host: socketDir,
    port: SOCKET_PORT,
    user: ADMIN,
    database: ADMIN,
    application_name: `manger ${process.pid}`,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') throw new StartError(`The database's socket in ${socketDir} belongs to another user. Start as that user.`);
    const passing = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03'].includes(code ?? '') || /terminated/.test(message);
    if (!passing) throw error;
    return undefined;
  }
}

const ARCHIVE_DIRECTORY = 'basic_archive.archive_directory';

/** True if the server's settings have these values. An unknown setting is empty. */
async function runsWith(client: pg.Client, values: readonly (readonly [name: string, value: string])[]): Promise<boolean> {
  const { rows } = await client.query<{ same: boolean }>(
    `select coalesce(bool_and(coalesce(current_setting(name, true), '') = value), true) as same
     from unnest($1::text[], $2::text[]) as s (name, value)`,
    [values.map(([name]) => name), values.map(([, value]) => value)],
  );
  return rows[0]?.same ?? false;
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK}) as locked`);
  return rows[0]?.locked ?? false;
}

async function holder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid) where locktype = 'advisory' and objid = ${LOCK} and granted`,
  );
  const pid = /\d+$/.exec(rows[0]?.name ?? '')?.[0];
  return pid ? ` (process ${pid})` : '';
}

async function stopServer(cluster: string, pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  const until = Date.now() + STOP_LIMIT;
  while (findPostmaster(cluster)?.pid === pid) {
    if (Date.now() > until) signal(pid, 'SIGQUIT');
    await sleep(20);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The file is gone already.
  }
}

function lastLines(logFile: string, from: number): string {
  if (!existsSync(logFile)) return 'it says nothing';
  const lines = readFileSync(logFile).subarray(from).toString().trim().split('\n');
  const fatal = lines.filter((line) => /FATAL|ERROR|PANIC/.test(line)).at(-1) ?? lines.at(-1);
  return fatal?.replace(/^.*?(FATAL|ERROR|PANIC):\s*/, '') || 'it says nothing';
}

function socketUrl(socketDir: string, role: string, database: string): string {
  return `postgresql://${role}@/${database}?host=${encodeURIComponent(socketDir)}&port=${SOCKET_PORT}`;
}
