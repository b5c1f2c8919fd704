import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { copyCluster } from './copy-cluster.ts';
import { type Account, giveTo } from './embedded-account.ts';
import { StartError } from './start-error.ts';

/**
 * The archived log of the embedded database, with base copies of its files, for restores to any moment. `<archive>/<number of the
 * cluster>/` contains `log/` and `base-<time>/`.
 */
export interface WalArchive {
  folder: string;
  account: Account | undefined;
}

const LOOK_MS = 60_000;
const BASE_EVERY_MS = 7 * 86_400_000;
const BASES_KEPT = 2;
const SEGMENT = /^[0-9A-F]{24}$/;
const PACKED = /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?\.gz$/;

/** The cluster's own part of the archive, created if missing. */
export function openWalArchive(archive: string, cluster: string, account: Account | undefined): WalArchive {
  const folder = join(archive, clusterNumber(cluster));
  for (const path of [folder, join(folder, 'log')]) {
    if (existsSync(path)) continue;
    mkdirSync(path, { mode: 0o700 });
    giveTo(path, account);
  }
  return { folder, account };
}

/** Settings of the server that archive each piece of its log within a minute. */
export const archiveSettings = ({ folder }: WalArchive): Record<string, string> => ({
  wal_level: 'replica',
  archive_mode: 'on',
  archive_library: 'basic_archive',
  'basic_archive.archive_directory': join(folder, 'log'),
  archive_timeout: '60s',
});

/** The cluster's number, at the start of the file, in the byte order of all supported machines. */
function clusterNumber(cluster: string): string {
  const head = Buffer.alloc(8);
  const file = openSync(join(cluster, 'global/pg_control'), 'r');
  readSync(file, head);
  closeSync(file);
  return head.readBigUInt64LE().toString();
}

/** Marks that the archive is complete since its newest copy. A run without archiving removes the mark. */
const markOf = (cluster: string) => join(cluster, 'manger.archived');
export const forgetArchive = (cluster: string): void => rmSync(markOf(cluster), { force: true });

/** Packs new pieces, makes a base copy when due, and removes pieces that no remaining copy needs. */
export function keepWalArchive(archive: WalArchive, cluster: string, admin: () => pg.Client, log: { error(message: string): void }) {
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let work = Promise.resolve();
  async function look(): Promise<void> {
    try {
      const newest = basesIn(archive.folder).at(-1);
      const isWhole = existsSync(markOf(cluster));
      if (!newest || !isWhole || Date.now() - newest.at > BASE_EVERY_MS) await makeBase(archive, cluster, admin());
      await pack(archive, () => closed);
      prune(archive);
    } catch (error) {
      log.error(`The database's log could not be archived: ${(error as Error).message}`);
    }
  }
  const begin = () => {
    work = look().finally(() => {
      if (!closed) timer = setTimeout(begin, LOOK_MS).unref();
    });
  };
  begin();
  return {
    /** Waits for a running copy. */
    async stop(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await work;
    },
  };
}

interface Base {
  path: string;
  /** The moment of completion. No earlier moment can be restored from the copy. */
  at: number;
  /** The first piece of the log that the copy needs. */
  from: string;
}

/** Base copies, oldest first. */
function basesIn(folder: string): Base[] {
  return readdirSync(folder)
    .flatMap((name): Base[] => {
      const [, day, time] = /^base-(\d{8})T(\d{9})Z$/.exec(name) ?? [];
      if (!day || !time) return [];
      const at = `${day}T${time}`.replace(/^(....)(..)(..)T(..)(..)(..)(...)$/, '$1-$2-$3T$4:$5:$6.$7Z');
      const label = readFileSync(join(folder, name, 'backup_label'), 'utf8');
      return [{ path: join(folder, name), at: Date.parse(at), from: /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? '' }];
    })
    .sort((a, b) => a.at - b.at);
}

/** Copies the files while the server runs. With the later log, the copy gives the database at any later moment. */
async function makeBase({ folder, account }: WalArchive, cluster: string, client: pg.Client): Promise<void> {
  for (const name of readdirSync(folder)) if (name.startsWith('.base-')) rmSync(join(folder, name), { recursive: true });
  const draft = join(folder, `.base-${process.pid}`);
  await client.query("select pg_backup_start('manger', true)");
  let isStopped = false;
  try {
    await copyCluster(cluster, draft, account);
    const { rows } = await client.query<{ label: string; at: string }>(
      'select labelfile as label, to_char(clock_timestamp() at time zone \'UTC\', \'YYYYMMDD"T"HH24MISSMS"Z"\') as at from pg_backup_stop(true)',
    );
    isStopped = true;
    writeFileSync(join(draft, 'backup_label'), rows[0]?.label ?? '');
    giveTo(join(draft, 'backup_label'), account);
    await rename(draft, join(folder, `base-${rows[0]?.at}`));
    writeFileSync(markOf(cluster), '');
  } finally {
    if (!isStopped) await client.query('select pg_backup_stop(false)').catch(() => {});
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Compresses a piece: one that the clock closed is mostly empty. */
async function pack({ folder, account }: WalArchive, isOver: () => boolean): Promise<void> {
  const log = join(folder, 'log');
  for (const name of readdirSync(log).filter((one) => SEGMENT.test(one))) {
    if (isOver()) return;
    const packed = join(log, `${name}.gz`);
    await pipeline(createReadStream(join(log, name)), createGzip(), createWriteStream(`${packed}.part`, { mode: 0o600 }));
    giveTo(`${packed}.part`, account);
    await rename(`${packed}.part`, packed);
    rmSync(join(log, name));
  }
}

/** Compares pieces independently of their timeline, by the part after its number. */
const isBefore = (name: string, from: string) => name.slice(8, 24) < from.slice(8, 24);

function prune({ folder }: WalArchive): void {
  const bases = basesIn(folder);
  for (const { path } of bases.slice(0, -BASES_KEPT)) rmSync(path, { recursive: true });
  const from = bases.slice(-BASES_KEPT)[0]?.from;
  if (!from) return;
  const log = join(folder, 'log');
  for (const name of readdirSync(log)) if ((SEGMENT.test(name) || PACKED.test(name)) && isBefore(name, from)) rmSync(join(log, name));
}

/** Restores the newest copy before a moment, and the later log, to a cluster's folder. */
export async function unpackArchive(archive: string, cluster: string, moment: number, account: Account | undefined): Promise<void> {
  const bases = readdirSync(archive)
    .filter((name) => /^\d+$/.test(name) && statSync(join(archive, name)).isDirectory())
    .flatMap((name) => basesIn(join(archive, name)))
    .sort((a, b) => a.at - b.at);
  const base = bases.filter(({ at }) => at <= moment).at(-1);
  if (!base) {
    const since = bases[0] ? ` It begins at ${new Date(bases[0].at).toISOString()}.` : '';
    throw new StartError(`${archive} has nothing of that moment.${since}`);
  }
  await copyCluster(base.path, cluster, account);
  const log = join(base.path, '../log');
  for (const name of readdirSync(log)) {
    const isPacked = PACKED.test(name);
    const isHistory = /^[0-9A-F]{8}\.history$/.test(name);
    if (!isPacked && !isHistory && !SEGMENT.test(name)) continue;
    if (!isHistory && isBefore(name, base.from)) continue;
    const target = join(cluster, 'pg_wal', name.replace(/\.gz$/, ''));
    const unpacking = isPacked ? [createGunzip()] : [];
    await pipeline([createReadStream(join(log, name)), ...unpacking, createWriteStream(target, { mode: 0o600 })]);
    giveTo(target, account);
  }
  const signal = join(cluster, 'recovery.signal');
  writeFileSync(signal, '');
  giveTo(signal, account);
}

/** Settings of the server that recover to a moment, or to the latest one if the moment is infinite. */
export const recoverySettings = (moment: number): Record<string, string> => ({
  // All pieces are in the cluster's own log folder.
  restore_command: 'false',
  // A copy from a timeline that a restore has left must follow that timeline.
  recovery_target_timeline: 'current',
  ...(Number.isFinite(moment)
    ? { recovery_target_time: new Date(moment).toISOString().replace('Z', '+00'), recovery_target_action: 'promote' }
    : {}),
  wal_level: 'replica',
  hot_standby: 'off',
});
