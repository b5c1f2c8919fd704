import type { DatabaseAccess } from '#contract/operations/database-access.ts';
import { hostOf } from '#server/db/hosts.ts';
import type { Settings } from '#server/settings.ts';

const PORT = 5432;
const EMBEDDED_DATABASE = 'manger';

/**
 * The address of the database for programs of analysis: BI_ADDRESS, else that of an external database, else the first one at which the
 * embedded database listens. Null if the embedded database has only its socket.
 */
export function findBiAddress({
  databaseUrl,
  listenDatabaseUrl,
  databaseListen,
  biAddress,
  publicUrl,
}: Pick<Settings, 'databaseUrl' | 'listenDatabaseUrl' | 'databaseListen' | 'biAddress' | 'publicUrl'>): DatabaseAccess['address'] {
  // A pooler may not know the clients' roles.
  const url = listenDatabaseUrl ?? databaseUrl;
  if (!url && !databaseListen) return null;
  const database = url ? (/^[^?]*\/([^/?]+)(\?|$)/.exec(url)?.[1] ?? '') : EMBEDDED_DATABASE;
  const [host = '', port = ''] = splitAddress(biAddress ?? (url ? hostOf(url) : nameHere(databaseListen ?? '', publicUrl)));
  return { host, port: Number(port) || PORT, database };
}

/** A server that listens everywhere is reached by the installation's own name. */
function nameHere(listen: string, publicUrl: string): string {
  const [first = ''] = listen.split(',');
  if (!['*', '0.0.0.0', '::'].includes(first)) return first;
  return publicUrl ? new URL(publicUrl).hostname : 'localhost';
}

/** Host and port. An address with several colons is of IPv6, without a port. */
const splitAddress = (address: string): string[] => (/^[^:]*:\d+$/.test(address) ? address.split(':') : [address]);
