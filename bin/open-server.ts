import type { Logger } from 'pino';
import { mostConnections, mostOnReplica } from '#server/db/database.ts';
import { type Embedded, startEmbedded } from '#server/db/embedded.ts';
import { EMBEDDED_CONNECTIONS } from '#server/db/embedded-cluster.ts';
import { checkListener, checkOutside, checkReplica } from '#server/db/outside.ts';
import { StartError } from '#server/db/start-error.ts';
import type { Settings } from '#server/settings.ts';

interface OpenServer {
  url: string;
  embedded?: Embedded;
  /** Addresses of poolers that share connections among transactions. */
  shared: string[];
}

export async function openServer(
  { databaseUrl, reportsDatabaseUrl, listenDatabaseUrl, databasePool, dataDir, walArchive, pgBin, databaseListen: listen }: Settings,
  log: Logger,
): Promise<OpenServer> {
  const connections = mostConnections(databasePool, reportsDatabaseUrl !== undefined);
  if (!databaseUrl) {
    if (connections > EMBEDDED_CONNECTIONS)
      throw new StartError(
        `DATABASE_POOL may take ${connections} connections, and the embedded database gives ${EMBEDDED_CONNECTIONS}. Set a smaller one.`,
      );
    const embedded = await startEmbedded({ dataDir, log, walArchive, pgBin, listen });
    return { url: embedded.url, embedded, shared: [] };
  }
  const shared: string[] = [];
  if ((await checkOutside(databaseUrl, 'DATABASE_URL', connections)).shared) shared.push(databaseUrl);
  if (reportsDatabaseUrl) {
    if ((await checkOutside(reportsDatabaseUrl, 'REPORTS_DATABASE_URL', mostOnReplica(databasePool))).shared)
      shared.push(reportsDatabaseUrl);
    await checkReplica(databaseUrl, reportsDatabaseUrl);
  }
  if (listenDatabaseUrl || shared.includes(databaseUrl)) await checkListener(databaseUrl, listenDatabaseUrl);
  if (shared.length > 0)
    log.info('A pooler shares connections: each transaction sets its own session settings, and statements are not prepared.');
  return { url: databaseUrl, shared };
}
