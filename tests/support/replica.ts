import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { copyCluster } from '#server/db/copy-cluster.ts';
import { type Account, databaseAccount, giveTo } from '#server/db/embedded-account.ts';
import { findBinaries } from '#server/db/embedded-binaries.ts';
import { findPostmaster, isAlive, prepareCluster, SOCKET_PORT, spawnPostgres } from '#server/db/embedded-cluster.ts';
import { migrate } from '#server/db/migrate.ts';

/** A server of the pair. */
export interface Member {
  url: string;
  /** As superuser. */
  admin<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
  /** At once, as when its machine fails. */
  kill(): Promise<void>;
  /** Its processes stand still, its connections stay open: as when its machine hangs. */
  freeze(): Promise<void>;
  thaw(): void;
  start(): Promise<void>;
}

export interface Pair {
  primary: Member;
  replica: Member;
  close(): Promise<void>;
}

// What is committed goes out at once.
const SETTINGS = { synchronous_commit: 'on', wal_level: 'replica', max_wal_senders: '4', hot_standby: 'on', hot_standby_feedback: 'on' };

/** A real primary and a replica that streams from it, migrated and empty. */
export async function startPair(): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), 'manger-pair-'));
  chmodSync(folder, 0o711);
  const account = databaseAccount(join(folder, 'none'));
  const [one, two] = [member(folder, 'one', account), member(folder, 'two', account)];
  prepareCluster(one.files, findBinaries(account), account);
  await one.start();
  await one.admin('create role manger login');
  await one.admin('create database manger owner manger');
  await migrate(one.url);
  await one.stop();
  await copyCluster(one.files, two.files, account);
  for (const [name, text] of Object.entries({
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = 'host=${one.socket} port=${SOCKET_PORT} user=postgres'\n`,
  })) {
    writeFileSync(join(two.files, name), text);
    giveTo(join(two.files, name), account);
  }
  await one.start();
  await two.start();
  return {
    primary: one,
    replica: two,
    async close() {
      for (const each of [two, one]) await each.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function member(folder: string, name: string, account: Account | undefined) {
  const home = join(folder, name);
  mkdirSync(home);
  giveTo(home, account);
  const files = join(home, 'files');
  const socket = join(home, 'socket');
  const urlAs = (role: string, database: string) =>
    `postgresql://${role}@/${database}?host=${encodeURIComponent(socket)}&port=${SOCKET_PORT}`;
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
    files,
    socket,
    url: urlAs('manger', 'manger'),
    admin,
    async start() {
      const logFile = join(home, 'log');
      spawnPostgres(files, findBinaries(account), { account, logFile, durable: false, settings: SETTINGS });
      for (;;) {
        if (await admin('select 1').catch(() => undefined)) return;
        await sleep(20);
      }
    },
    stop: () => end('SIGINT'),
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
