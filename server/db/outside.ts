import { randomUUID } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import type pg from 'pg';
import { connected, connectTo, parametersOf } from './hosts.ts';
import { processOf } from './priority.ts';
import { reason, StartError } from './start-error.ts';

const OLDEST = 15;
const PATIENCE_MS = 10_000;
/** Max wait for a notification in ms. A working connection receives it in a moment. */
const HEARING_MS = 3000;

interface Outside {
  /** True behind a pooler that shares connections among transactions. */
  shared: boolean;
}

/** Refuses a server that is too old, a role that bypasses row-level security, and a database with less room than `connections`. */
export async function checkOutside(url: string, setting = 'DATABASE_URL', connections = 0): Promise<Outside> {
  demandFiles(url, setting);
  return connected(connecting(url, setting, setting === 'DATABASE_URL'), async (client) => {
    const { rows } = await client.query<Server>(
      `select current_setting('server_version_num')::int / 10000 as version, rolname as role, rolsuper or rolbypassrls as above,
              least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
                    nullif(rolconnlimit, -1)) as room, pg_backend_pid() as pid
       from pg_roles where rolname = current_user`,
    );
    const server = rows[0];
    if (!server || server.version < OLDEST)
      throw new StartError(`${setting} is PostgreSQL ${server?.version}; Manger needs ${OLDEST} or later.`);
    if (server.above)
      throw new StartError(
        `${setting} signs in as "${server.role}", which row-level security does not hold back. Use a role that is neither superuser nor BYPASSRLS.`,
      );
    // A pooler invents the process number that clients would use to cancel.
    const shared = processOf(client) !== server.pid;
    if (!shared && connections > server.room)
      throw new StartError(
        `DATABASE_POOL may take ${connections} connections, and ${setting} gives ${server.room}. Set a smaller one, or raise max_connections.`,
      );
    return { shared };
  });
}

interface Server {
  version: number;
  role: string;
  above: boolean;
  /** Connections that the database allows the role. */
  room: number;
  pid: number;
}

/** Refuses a replica of another database. A replica that became the primary is accepted and later ignored. */
export async function checkReplica(url: string, replicaUrl: string): Promise<void> {
  const identify = (address: string, setting: string) =>
    connected(connecting(address, setting, setting === 'DATABASE_URL'), async (client) => {
      const { rows } = await client.query('select system_identifier::text as cluster, current_database() as name from pg_control_system()');
      return JSON.stringify(rows[0]);
    });
  if ((await identify(url, 'DATABASE_URL')) !== (await identify(replicaUrl, 'REPORTS_DATABASE_URL')))
    throw new StartError('REPORTS_DATABASE_URL is no replica of DATABASE_URL: it holds another database.');
}

/** Refuses an address that receives no notifications from `url`: another database, or a pooler that shares connections. */
export async function checkListener(url: string, listenUrl: string | undefined): Promise<void> {
  const setting = listenUrl ? 'LISTEN_DATABASE_URL' : 'DATABASE_URL';
  if (listenUrl) demandFiles(listenUrl, setting);
  await connected(connecting(listenUrl ?? url, setting), async (listener) => {
    const channel = `manger_${randomUUID()}`;
    const heard = new Promise<true>((resolve) => listener.once('notification', () => resolve(true)));
    await listener.query(`listen "${channel}"`);
    await connected(connecting(url, 'DATABASE_URL'), (client) => client.query('select pg_notify($1, $2)', [channel, '']));
    let timer: NodeJS.Timeout | undefined;
    const deaf = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, HEARING_MS, false);
    });
    const isHeard = await Promise.race([heard, deaf]);
    clearTimeout(timer);
    if (isHeard) return;
    throw new StartError(
      listenUrl
        ? 'LISTEN_DATABASE_URL hears nothing of what DATABASE_URL tells. It must lead to the same database, past any pooler that shares connections.'
        : 'DATABASE_URL leads through a pooler that shares connections among transactions. Set LISTEN_DATABASE_URL to the database itself, so that open screens hear of changes.',
    );
  });
}

const connecting = (url: string, setting: string, writes = true): Promise<pg.Client> =>
  connectTo(url, { writes, connectionTimeoutMillis: PATIENCE_MS }).catch((error) => {
    throw new StartError(`${setting} can't be reached: ${connectReason(error)}.`);
  });

const FILES = ['sslrootcert', 'sslcert', 'sslkey'];

/** Refuses missing files early, which would otherwise fail only at a later connection. */
function demandFiles(url: string, setting: string): void {
  for (const [name, file] of parametersOf(url)) {
    if (!FILES.includes(name)) continue;
    try {
      accessSync(file, constants.R_OK);
    } catch (error) {
      throw new StartError(`${setting} names ${name} ${file}, which can't be read: ${reason(error)}.`);
    }
  }
}

const UNKNOWN_AUTHORITY = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

function connectReason(error: unknown): string {
  // A host with several addresses fails with one error per address and no message of its own.
  const inner = (error instanceof AggregateError ? error.errors[0] : error) as NodeJS.ErrnoException;
  const isUnknown = UNKNOWN_AUTHORITY.has(inner.code ?? '');
  return isUnknown ? `${inner.message}. Name its authority: ?sslmode=verify-full&sslrootcert=/path/to/authority.pem` : inner.message;
}
