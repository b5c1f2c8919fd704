import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Account, databaseAccount, placeCluster } from './embedded-account.ts';
import { type Binaries, findBinaries } from './embedded-binaries.ts';
import { ADMIN, findPostmaster, type Postmaster, prepareCluster, SOCKET_PORT, socketFolder, spawnPostgres } from './embedded-cluster.ts';
import { removeStaleLocks } from './embedded-locks.ts';
import { newerMinor } from './postgres-versions.ts';
import { StartError } from './start-error.ts';
import { archiveSettings, forgetArchive, keepWalArchive, openWalArchive } from './wal-archive.ts';

const APP = 'manger';
const LOCK = 721_130_002;
/** How long a server that is coming up, or replaying its log after a crash, is waited for. */
const START_LIMIT = 600_000;
const STOP_LIMIT = 20_000;

interface Log {
  info(message: string): void;
  error(message: string): void;
}

export interface Embedded {
  /** As the application's role, which row-level security holds back. */
  url: string;
  /** As superuser, on the cluster's maintenance database. */
  adminUrl: string;
  /** Throws the application's database away and makes an empty one. */
  reset(): Promise<void>;
  /** Disconnects everyone, writes all out and ends the server. */
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  log: Log;
  /** False only for tests: a power cut may then lose data, and Ctrl-C ends the server at once. */
  durable?: boolean;
  /** Where its log is kept, so that it can be restored as it was at any moment. */
  walArchive?: string | undefined;
  /** The folder of another PostgreSQL's programs (PG_BIN). */
  pgBin?: string | undefined;
  /** Beside those of every embedded server, or in their place. */
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
 * Starts PostgreSQL on the data folder, or takes over the one that a killed Manger left behind, and brings it back when it
 * dies. Throws a StartError when another Manger already works on the folder.
 */
export async function startEmbedded({ dataDir, log, durable = true, walArchive, pgBin, settings = {} }: Options): Promise<Embedded> {
  const account = databaseAccount(join(dataDir, 'postgres'));
  const cluster = placeCluster(dataDir, account);
  const binaries = findBinaries(account, pgBin);
  prepareCluster(cluster, binaries, account);
  const archive = walArchive ? openWalArchive(walArchive, cluster, account) : undefined;
  const logFile = join(dataDir, 'postgres.log');
  const site: Site = { dataDir, cluster, account, durable, logFile, binaries, settings: archive ? archiveSettings(archive) : settings };
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

  // One that a killed Manger left behind may have been started otherwise.
  if (!(await archivesInto(session.client, site.settings[ARCHIVE_DIRECTORY] ?? ''))) {
    await session.client.end();
    await stopServer(cluster, session.postmaster.pid);
    session = await openLocked(site, log);
  }
  if (!archive) forgetArchive(cluster);
  await ensureDatabase(session.client);
  const { socketDir } = session.postmaster;
  await sortAgain(socketUrl(socketDir, ADMIN, APP), log);
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

/** The URL of the server that already runs on the data folder, whoever started it. */
export function runningEmbedded(dataDir: string): string | undefined {
  const files = join(dataDir, 'postgres');
  const postmaster = existsSync(files) ? findPostmaster(placeCluster(dataDir, databaseAccount(files))) : undefined;
  return postmaster?.socketDir ? socketUrl(postmaster.socketDir, APP, APP) : undefined;
}

interface Session {
  client: pg.Client;
  postmaster: Postmaster;
}

/** A running server, and the connection whose lock says that this process works on it: it goes with the process, however that ends. */
async function openLocked(site: Site, log: Log): Promise<Session> {
  const session = await running(site, log);
  const { client } = session;
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    if (rows[0]?.data_directory !== site.cluster) throw new StartError(`Another database answers in the place of ${site.cluster}.`);
    // A process that was just killed holds its lock until the server has noticed.
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
    } else if (!child || child.exitCode !== null || child.signalCode !== null) {
      if (child) {
        failures += 1;
        const logTail = lastLines(site.logFile, logged);
        // The workers of a server that was killed let go of its memory a moment after it.
        const passing = /shared memory|lock file/.test(logTail) && failures < 50;
        if (!passing) throw new StartError(`The database doesn't start: ${logTail}. More in ${site.logFile}.`);
        await sleep(200);
      }
      await removeStaleLocks(site.cluster, socketFolder(site.cluster, site.account), log);
      child = spawnPostgres(site.cluster, site.binaries, site);
      child.on('error', () => {});
      if (child.pid === undefined) throw new StartError(`${site.binaries.postgres} can't be run as this user.`);
    }
  }
  throw new StartError(`The database doesn't answer. More in ${site.logFile}.`);
}

/** Undefined while the server comes up or goes down. */
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

/** One line in the log if the server lacks corrections that are known. */
async function reportVersion(client: pg.Client, log: Log): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  const news = newerMinor(rows[0]?.version ?? '');
  if (news) log.info(news);
}

const ARCHIVE_DIRECTORY = 'basic_archive.archive_directory';

async function archivesInto(client: pg.Client, directory: string): Promise<boolean> {
  const { rows } = await client.query<{ directory: string }>(
    `select coalesce(current_setting('${ARCHIVE_DIRECTORY}', true), '') as directory`,
  );
  return rows[0]?.directory === directory;
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

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = '${APP}') as role, exists (select from pg_database where datname = '${APP}') as database`,
  );
  if (!rows[0]?.role) await client.query(`create role ${APP} login`);
  if (!rows[0]?.database) await client.query(`create database ${APP} owner ${APP}`);
}

/**
 * Rebuilds the indexes if text is sorted by another version of ICU than they were built with: programs of another origin (PG_BIN) may bring one, and a
 * search by an index in the old order misses rows.
 */
async function sortAgain(url: string, log: Log): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ was: string; now: string }>(
      `select datcollversion as was, pg_database_collation_actual_version(oid) as now from pg_database
       where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)`,
    );
    if (!rows[0]) return;
    log.info(`Text is sorted by the rules of ICU ${rows[0].now}, and was by those of ${rows[0].was}: the indexes are rebuilt.`);
    await client.query(`reindex database ${APP}`);
    await client.query(`alter database ${APP} refresh collation version`);
  } finally {
    await client.end();
  }
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
    // Already gone.
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
