import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { platform, tmpdir, totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Account, giveTo } from './embedded-account.ts';
import { type Binaries, majorOf } from './embedded-binaries.ts';
import { reason, StartError } from './start-error.ts';

export const SOCKET_PORT = 5432;
export const ADMIN = 'postgres';

/** The oldest supported major version, embedded or external. */
const OLDEST_MAJOR = 15;
const LONGEST_SOCKET = 103;
const LARGEST_LOG = 10_000_000;
const ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Connections for the application. */
export const EMBEDDED_CONNECTIONS = 57;
const RESERVED = 3;

const [LEAST_CACHE_MB, MAX_CACHE_MB] = [64, 512];
/**
 * The database's cache in MB for a machine with `memory` bytes: 1/32. Small office computers keep their memory, and on servers a large
 * report doesn't evict the data of the next one.
 */
export const cacheMegabytes = (memory: number) => Math.min(MAX_CACHE_MB, Math.max(LEAST_CACHE_MB, Math.floor(memory / 32 / 2 ** 20)));
/** Memory of the machine, or the limit of a container. */
const memoryHere = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

const TUNING = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: EMBEDDED_CONNECTIONS + RESERVED,
  superuser_reserved_connections: RESERVED,
  // A migration may lock every month of the facts at once, each with some sixty locks.
  max_locks_per_transaction: 256,
  shared_buffers: `${cacheMegabytes(memoryHere())}MB`,
  work_mem: '16MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '1GB',
  // The embedded server has no replicas, so bulk loads need no second log.
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

/** Creates the cluster's files if none exist. Refuses files of another major version. */
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

/** Creates the files in a temporary folder and renames it when complete, so that an interrupted start leaves no half-made cluster. */
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
    // Another process started at the same moment and was faster; its cluster is equal.
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * A folder that only the database's account can enter: next to the data if the path fits into a socket address, otherwise under the
 * system's temporary folder. The owner is checked there, because others could create a folder of the same name.
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

/** Connections of clients' programs of analysis, in addition to those of the application. */
const BI_CONNECTIONS = 20;

/**
 * Settings of a server that listens to addresses for programs of analysis. The application keeps its connections: other roles find at most
 * the additional ones (`reserved_connections`, PostgreSQL 16).
 */
export function listenSettings(addresses: string, cluster: string, major: number): Record<string, string> {
  return {
    listen_addresses: addresses,
    hba_file: join(cluster, HBA_FILE),
    max_connections: String(EMBEDDED_CONNECTIONS + RESERVED + BI_CONNECTIONS),
    ...(major >= 16 ? { reserved_connections: String(EMBEDDED_CONNECTIONS) } : {}),
  };
}

const HBA_FILE = 'manger_hba.conf';
/** Everybody may sign in at the socket, which only the database's account reaches. From elsewhere, only roles with a password may. */
const HBA = `local all all trust
host all ${ADMIN},manger all reject
host manger all all scram-sha-256
`;

export function writeHba(cluster: string, account: Account | undefined): void {
  const file = join(cluster, HBA_FILE);
  writeFileSync(file, HBA, { mode: 0o600 });
  giveTo(file, account);
}

interface Running {
  account: Account | undefined;
  logFile: string;
  durable: boolean;
  /** Settings added to those of every embedded server; equal names override. */
  settings?: Record<string, string>;
}

/** Runs in a session of its own, so that Ctrl-C in the terminal reaches Manger and not its database. */
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

/** A lock file of PostgreSQL: the server's process and data folder. The fifth line of a cluster's own lock is the folder of the socket. */
export interface LockFile {
  pid: number;
  dataFolder: string;
  socketDir: string;
}

/**
 * A lock file's content; undefined without a file or with an incomplete first line. A stopping server may remove the file at any moment.
 */
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

/** The running server of these files; undefined if the lock file names another process. PostgreSQL writes the file in steps. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lock = readLockFile(clusterLock(cluster));
  return lock && servesCluster(lock, cluster) ? { pid: lock.pid, socketDir: lock.socketDir } : undefined;
}

/**
 * True if the lock file's process is a PostgreSQL server on the cluster's files. A server's working folder is its data folder, even after a
 * move or copy. If the system hides working folders, the folder in the lock file decides.
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

/** False for a dead process that nobody has reaped: it still has its number but is no server. */
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
