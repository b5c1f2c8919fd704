import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { copyCluster } from '#server/db/copy-cluster.ts';
import { type Account, databaseAccount, giveTo } from '#server/db/embedded-account.ts';
import { findBinaries } from '#server/db/embedded-binaries.ts';
import { findPostmaster, isAlive, prepareCluster, SOCKET_PORT, spawnPostgres } from '#server/db/embedded-cluster.ts';
import { migrate } from '#server/db/migrate.ts';
import { makeDataFolder } from './data-folder.mjs';

/** A database server. */
export interface Member {
  name: string;
  /** Address for the application's role: the socket, or host and port if servers are named together. */
  url: string;
  /** Address from which a replica streams. */
  source: string;
  /** Runs SQL as superuser. */
  admin<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
  /** Kills the server immediately, like a failed machine. */
  kill(): Promise<void>;
  /** Stops its processes and keeps its connections open, like a frozen machine. */
  freeze(): Promise<void>;
  thaw(): void;
  start(): Promise<void>;
  /** Makes a replica stream from another server. */
  follow(other: Member): Promise<void>;
}

export interface Replicated {
  primary: Member;
  replicas: Member[];
  close(): Promise<void>;
}

export interface Pair extends Replicated {
  replica: Member;
}

// Commits are sent immediately.
const SETTINGS = {
  synchronous_commit: 'on',
  wal_level: 'replica',
  max_wal_senders: '8',
  max_connections: '160',
  hot_standby: 'on',
  hot_standby_feedback: 'on',
};

/** A real primary and a streaming replica, migrated and empty. */
export async function startPair(): Promise<Pair> {
  const { replicas, ...rest } = await startReplicated(['one', 'two']);
  const [replica] = replicas as [Member];
  return { ...rest, replicas, replica };
}

/** A primary and its replicas by name, on ports of this machine or on sockets. */
export async function startReplicated(names: readonly [string, ...string[]], { onPorts = false } = {}): Promise<Replicated> {
  const folder = makeDataFolder('manger-pair-');
  const account = databaseAccount(join(folder, 'none'));
  const ports = onPorts ? await freePorts(names.length) : [];
  const [one, ...others] = names.map((name, index) => member(folder, name, account, ports[index])) as [Made, ...Made[]];
  prepareCluster(one.files, findBinaries(account), account);
  await one.start();
  await one.admin('create role manger login');
  await one.admin('create database manger owner manger');
  await migrate(one.url);
  await one.stop();
  for (const { name, files } of others) {
    await copyCluster(one.files, files, account);
    for (const [file, text] of Object.entries({
      'standby.signal': '',
      'postgresql.auto.conf': `primary_conninfo = '${one.source} application_name=${name}'\n`,
    })) {
      writeFileSync(join(files, file), text);
      giveTo(join(files, file), account);
    }
  }
  for (const each of [one, ...others]) await each.start();
  return {
    primary: one,
    replicas: others,
    async close() {
      for (const each of [...others, one]) await each.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Made = ReturnType<typeof member>;

/** Ports that are free now. */
async function freePorts(count: number): Promise<number[]> {
  const held = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(held.map((server) => once(server, 'listening')));
  const ports = held.map((server) => (server.address() as { port: number }).port);
  await Promise.all(held.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

function member(folder: string, name: string, account: Account | undefined, port?: number) {
  const home = join(folder, name);
  mkdirSync(home);
  giveTo(home, account);
  const files = join(home, 'files');
  const socket = join(home, 'socket');
  const urlAs = (role: string, database: string) =>
    port
      ? `postgresql://${role}@127.0.0.1:${port}/${database}`
      : `postgresql://${role}@/${database}?host=${encodeURIComponent(socket)}&port=${SOCKET_PORT}`;
  const onPort: Record<string, string> = port ? { listen_addresses: '127.0.0.1', port: String(port) } : {};
  async function admin<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: urlAs('postgres', 'postgres') });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }
  let frozen: number[] = [];
  async function end(signal: NodeJS.Signals) {
    const pid = findPostmaster(files)?.pid;
    if (!pid) return;
    process.kill(pid, signal);
    while (findPostmaster(files)?.pid === pid && isAlive(pid)) await sleep(20);
  }
  return {
    name,
    files,
    source: `host=${port ? '127.0.0.1' : socket} port=${port ?? SOCKET_PORT} user=postgres`,
    url: urlAs('manger', 'manger'),
    admin,
    async start() {
      const logFile = join(home, 'log');
      spawnPostgres(files, findBinaries(account), { account, logFile, durable: false, settings: { ...SETTINGS, ...onPort } });
      for (;;) {
        if (await admin('select 1').catch(() => undefined)) return;
        await sleep(20);
      }
    },
    stop: () => end('SIGINT'),
    async follow(other: Member) {
      await admin(`alter system set primary_conninfo = '${other.source} application_name=${name}'`);
      await admin('select pg_reload_conf()');
    },
    async kill() {
      this.thaw();
      await end('SIGQUIT');
    },
    async freeze() {
      const backends = await admin<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()');
      frozen = [findPostmaster(files)?.pid ?? 0, ...backends.map(({ pid }) => pid)].filter(isAlive);
      for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    },
    thaw() {
      for (const pid of frozen) if (isAlive(pid)) process.kill(pid, 'SIGCONT');
      frozen = [];
    },
  };
}
