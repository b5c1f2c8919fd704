import { chmod, copyFile, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, giveTo } from './embedded-account.ts';

/** Files that mark a running server and contain no data. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*|manger\.archived)$/;
/** Folders whose content belongs to a running server, or is copied otherwise. PostgreSQL needs the folders themselves. */
const EMPTIED = new Set(['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_subtrans', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_dynshmem']);

/** Copies a server's files, except its log, for its account. A running server must be between `pg_backup_start` and `pg_backup_stop`. */
export async function copyCluster(from: string, to: string, account: Account | undefined): Promise<void> {
  await copyFolder(from, to, account, (name) => EMPTIED.has(name));
}

async function copyFolder(from: string, to: string, account: Account | undefined, isEmptied: (name: string) => boolean): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  giveTo(to, account);
  for (const name of await readdir(from)) {
    if (LEFT_OUT.test(name)) continue;
    const [source, target] = [join(from, name), join(to, name)];
    try {
      const info = await lstat(source);
      if (info.isDirectory()) {
        if (isEmptied(name)) await mkdir(target, { mode: 0o700 });
        else await copyFolder(source, target, account, () => false);
      } else if (info.isSymbolicLink()) await symlink(await readlink(source), target);
      else {
        await copyFile(source, target);
        await chmod(target, 0o600);
      }
      if (!info.isSymbolicLink()) giveTo(target, account);
    } catch (error) {
      // A running server removes files meanwhile, and its log records the removal.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
