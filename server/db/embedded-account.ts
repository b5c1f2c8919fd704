import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { reason, StartError } from './start-error.ts';

/** The account of PostgreSQL if Manger runs as root, because PostgreSQL refuses root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** The database's account; undefined for an ordinary user, who then runs the database too. */
export function databaseAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  // Data of an ordinary user stays that user's, because PostgreSQL requires it.
  const owner = existsSync(cluster) ? statSync(cluster) : undefined;
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const account = lookUp(name);
    if (account) return account;
  }
  throw new StartError('PostgreSQL refuses to run as root, and there is no account "postgres" or "nobody". Start as an ordinary user.');
}

/**
 * The folder of the database's files: DATA_DIR/postgres. If the account can't reach it (for example in a home of mode 0700), it is a
 * symbolic link to a folder under /var/lib/manger.
 */
export function placeCluster(dataDir: string, account: Account | undefined): string {
  const cluster = join(dataDir, 'postgres');
  const entry = lstatSync(cluster, { throwIfNoEntry: false });
  if (entry) {
    // An interrupted first start leaves a link whose target doesn't exist yet.
    const real = entry.isSymbolicLink() ? readlinkSync(cluster) : realpathSync(cluster);
    if (!existsSync(dirname(real)))
      throw new StartError(`${cluster} points to ${real}, which is gone. Restore it, or remove the link to start with an empty database.`);
    if (account && !reachable(dirname(real), account))
      throw new StartError(`The account "${account.name}" can't pass through to ${real}. Start as its owner, or move the data.`);
    return real;
  }
  if (!account || reachable(dataDir, account)) return join(realpathSync(dataDir), 'postgres');
  const home = join(sharedFolder(), randomBytes(4).toString('hex'));
  mkdirSync(home, { mode: 0o755 });
  writeFileSync(join(home, 'belongs-to'), `${dataDir}\n`);
  const real = join(home, 'postgres');
  symlinkSync(real, cluster);
  return real;
}

/** A folder of root that every account can read. */
export function sharedFolder(): string {
  const folder = '/var/lib/manger';
  try {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    return folder;
  } catch (error) {
    throw new StartError(`${folder} can't be made for the database: ${reason(error)}. Start as an ordinary user, or set DATABASE_URL.`);
  }
}

/** True if the account may enter every folder of the path and read its end. Checks modes only, not access lists. */
export function reachable(path: string, account: Account): boolean {
  const real = realpathSync(path);
  const end = statSync(real);
  if (!allowed(real, account, end.isDirectory() ? 0o1 : 0o4)) return false;
  for (let folder = dirname(real); folder !== dirname(folder); folder = dirname(folder)) {
    if (!allowed(folder, account, 0o1)) return false;
  }
  return true;
}

export function giveTo(path: string, account: Account | undefined): void {
  if (account) chownSync(path, account.uid, account.gid);
}

function allowed(path: string, account: Account, bit: number): boolean {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & bit) === bit;
}

function lookUp(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  // Some systems give "nobody" a negative number, which no process can have.
  return uid && gid && Number(uid) > 0 ? { name, uid: Number(uid), gid: Number(gid) } : undefined;
}
