import { rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { clusterLock, isAlive, type LockFile, readLockFile, SOCKET_PORT, servesCluster } from './embedded-cluster.ts';

interface Log {
  info(message: string): void;
}

/**
 * Removes stale lock files that would block a start. After a kill, another program may have the process's number; a copied data folder
 * contains the original's locks. Locks of a running server on these files, and of a program that accepts connections at the socket, stay.
 */
export async function removeStaleLocks(cluster: string, socketDir: string, log: Log): Promise<void> {
  const socket = join(socketDir, `.s.PGSQL.${SOCKET_PORT}`);
  const isStale = (lock: LockFile | undefined) => lock !== undefined && isAlive(lock.pid) && !servesCluster(lock, cluster);
  const ofCluster = readLockFile(clusterLock(cluster));
  if (isStale(ofCluster)) remove(clusterLock(cluster), ofCluster!, 'data', cluster, log);
  const ofSocket = readLockFile(`${socket}.lock`);
  if (isStale(ofSocket) && !(await accepts(socket))) remove(`${socket}.lock`, ofSocket!, 'socket', cluster, log);
}

function remove(file: string, { pid, dataFolder }: LockFile, of: 'data' | 'socket', cluster: string, log: Log): void {
  rmSync(file, { force: true });
  const why =
    dataFolder === cluster
      ? `process ${pid}, which it names, isn't its database any more`
      : `it came with a copy of ${dataFolder}, made while process ${pid} ran there`;
  log.info(`The lock of the database's ${of} (${file}) was removed: ${why}.`);
}

/** True if a program accepts connections at the socket. */
const accepts = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = createConnection(socket);
    const end = (answer: boolean) => {
      connection.destroy();
      resolve(answer);
    };
    connection.once('connect', () => end(true));
    connection.once('error', () => end(false));
  });
