import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { platform, tmpdir, totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Account, giveTo } from './embedded-account.ts';
import { type Binaries, majorOf } from './embedded-binaries.ts';
import { reason, StartError } from './start-error.ts';

export const SOCKET_PORT = 5432;
export const ADMIN = 'postgres';

/** The oldest major version that Manger runs on, embedded or outside. */
const OLDEST_MAJOR = 15;
const LONGEST_SOCKET = 103;
const LARGEST_LOG = 10_000_000;
const ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** How many it gives the application. */
export const EMBEDDED_CONNECTIONS = 57;
const RESERVED = 3;

const [LEAST_CACHE_MB, MOST_CACHE_MB] = [64, 512];
/**
 * What the database keeps at hand, of a machine's bytes: a thirty-second part, so that an old office computer keeps its own, and a large report on a server
 * doesn't drive out what the next one reads.
 */
export const cacheMegabytes = (memory: number) => Math.min(MOST_CACHE_MB, Math.max(LEAST_CACHE_MB, Math.floor(memory / 32 / 2 ** 20)));
/** Of the machine, or of what a container may take of it. */
const memoryHere = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

const TUNING = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: EMBEDDED_CONNECTIONS + RESERVED,
  superuser_reserved_connections: RESERVED,
  // A migration may hold every month of the facts at once, and each is some sixty locks.
  max_locks_per_transaction: 256,
  shared_buffers: `${cacheMegabytes(memoryHere())}MB`,
  work_mem: '16MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '1GB',
  // No replica hangs on the embedded server, so bulk loading need not be logged twice.
  wal_level: 'minimal',
  max_wal_senders: 0,
  synchronous_commit: 'on',
  autovacuum_naptime: '30s',
  autovacuum_vacuum_scale_factor: 0.05,
  autovacuum_analyze_scale_factor: 0.02,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};
const FORGETFUL = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };

/** Makes the cluster's files where there are none; refuses files of another major version. */
export function prepareCluster(cluster: string, binaries: Binaries, account: Account | undefined): void {
  const major = majorOf(binaries);
  if (Number(major) < OLDEST_MAJOR)
    throw new StartError(`PG_BIN ${binaries.pgBin} is of PostgreSQL ${major}: Manger wants ${OLDEST_MAJOR} or later.`);
  if (!existsSync(cluster)) initialise(cluster, binaries, account);
  const versionFile = join(cluster, 'PG_VERSION');
  try {
    const version = readFileSync(versionFile, 'utf8').trim();
    if (version !== major)
      throw new StartError(
        binaries.pgBin
          ? `The data in ${cluster} is of PostgreSQL ${version}, and PG_BIN ${binaries.pgBin} of ${major}. Name the programs of a PostgreSQL ${version}.`
          : `The data in ${cluster} is of PostgreSQL ${version}, this Manger brings ${major}. Set PG_BIN to the programs of a PostgreSQL ${version}, or back up with them and restore here.`,
      );
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${cluster} is no PostgreSQL data that this user can read: ${reason(error)}.`);
  }
  const { uid } = statSync(cluster);
  if (!account && uid !== process.getuid?.())
    throw new StartError(`The data in ${cluster} belongs to another user (uid ${uid}). Start as that user.`);
}

/** Made aside and renamed when whole, so that a start cut short leaves nothing half-made in its place. */
function initialise(cluster: string, { initdb }: Binaries, account: Account | undefined): void {
  const folder = dirname(cluster);
  const prefix = `${basename(cluster)}.new-`;
  for (const name of readdirSync(folder)) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))) rmSync(join(folder, name), { recursive: true });
  }
  const draft = join(folder, `${prefix}${process.pid}`);
  mkdirSync(draft, { mode: 0o700 });
  giveTo(draft, account);
  const args = ['-D', draft, '-U', ADMIN, '--auth=trust', '--encoding=UTF8', '--locale=C'];
  const { status, stderr, error } = spawnSync(initdb, [...args, '--locale-provider=icu', '--icu-locale=und', '--no-instructions'], {
    ...asAccount(account),
    cwd: draft,
    env: ENV,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new StartError(`The database can't be made in ${folder}: ${(error?.message ?? stderr).trim().split('\n')[0]}.`);
  }
  try {
    renameSync(draft, cluster);
  } catch {
    // Another process that started at the same moment was quicker; its cluster is as good.
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * A folder that only the database's account can enter. Beside the data where the path fits into a socket's address, and else
 * under the system's temporary folder, where someone else might have put one of that name: its owner is checked.
 */
export function socketFolder(cluster: string, account: Account | undefined): string {
  const beside = join(dirname(cluster), 'socket');
  const short = join(tmpdir(), `manger-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`);
  const folder = Buffer.byteLength(join(beside, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET ? beside : short;
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    giveTo(folder, account);
  }
  const { uid, mode } = lstatSync(folder);
  if (uid !== (account?.uid ?? process.getuid?.()) || (mode & 0o170077) !== 0o040000)
    throw new StartError(`${folder} must be a folder of the database's account alone (mode 0700). Remove it.`);
  return folder;
}

interface Running {
  account: Account | undefined;
  logFile: string;
  durable: boolean;
  /** Beside those of every embedded server, or in their place. */
  settings?: Record<string, string>;
}

/** In a session of its own, so that Ctrl-C in the terminal reaches Manger and not the database under it. */
export function spawnPostgres(
  cluster: string,
  binaries: Binaries,
  { account, logFile, durable, settings: own = {} }: Running,
): ChildProcess {
  const settings = {
    ...TUNING,
    ...(durable ? {} : FORGETFUL),
    ...own,
    unix_socket_directories: `"${socketFolder(cluster, account).replaceAll('"', '""')}"`,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  if (existsSync(logFile) && statSync(logFile).size > LARGEST_LOG) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o600);
  giveTo(logFile, account);
  const child = spawn(binaries.postgres, ['-D', cluster, '-p', String(SOCKET_PORT), ...args], {
    ...asAccount(account),
    cwd: cluster,
    env: ENV,
    detached: durable,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  return child;
}

export interface Postmaster {
  pid: number;
  socketDir: string;
}

/** What a lock file of PostgreSQL names: the server's process and its data folder. The fifth line of a cluster's own lock is the folder of the socket. */
export interface LockFile {
  pid: number;
  dataFolder: string;
  socketDir: string;
}

/** A lock file's content; undefined if there is none, or its first line isn't written yet. A server that stops removes the file at any moment. */
export function readLockFile(file: string): LockFile | undefined {
  try {
    const [pid, dataFolder = '', , , socketDir = ''] = readFileSync(file, 'utf8').split('\n');
    return Number(pid) > 0 ? { pid: Number(pid), dataFolder, socketDir } : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export const clusterLock = (cluster: string): string => join(cluster, 'postmaster.pid');

/** The server that runs on these files; undefined if the lock file names a process that doesn't. PostgreSQL writes the file in steps. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lock = readLockFile(clusterLock(cluster));
  return lock && servesCluster(lock, cluster) ? { pid: lock.pid, socketDir: lock.socketDir } : undefined;
}

/**
 * True if the process of a lock file is a PostgreSQL server on the cluster's files. The working folder of a server is its data folder, wherever that was moved or
 * copied to since. Where the system doesn't show the working folder of a process, the folder that the lock file names decides.
 */
export function servesCluster({ pid, dataFolder }: LockFile, cluster: string): boolean {
  if (!isAlive(pid) || !isPostgres(pid)) return false;
  try {
    const [its, own] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return its.dev === own.dev && its.ino === own.ino;
  } catch {
    return dataFolder === cluster;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A dead process that nobody has reaped still has its number, but is no server any more. */
function isPostgres(pid: number): boolean {
  try {
    if (platform() === 'linux') return /^\d+ \(postgres\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    const [state, command] = execFileSync('/bin/ps', ['-p', String(pid), '-o', 'state=,comm='], { encoding: 'utf8' })
      .trim()
      .split(/\s+/);
    return basename(command ?? '') === 'postgres' && !state?.startsWith('Z');
  } catch {
    return false;
  }
}

function asAccount(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}
