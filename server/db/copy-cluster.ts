import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, giveTo } from './embedded-account.ts';

/** What a copy of a running server's files must not have: what only says that it runs, and its log, which goes another way. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init']);

/** Copies a server's files for its account. Of one that runs, only between `pg_backup_start` and `pg_backup_stop`. */
export function copyCluster(from: string, to: string, account: Account | undefined): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, filter: (path) => !LEFT_OUT.has(path.slice(path.lastIndexOf('/') + 1)) });
  giveTo(to, account);
  if (account) for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' })) giveTo(join(to, name), account);
}
