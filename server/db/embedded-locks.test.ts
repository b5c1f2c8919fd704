import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from './embedded.ts';
import { isAlive } from './embedded-cluster.ts';

let folder: string;
let dataDir: string;
let other: ChildProcess;
const started: Embedded[] = [];
let said: string[];
const log = { info: (message: string) => said.push(message), error: (message: string) => said.push(message) };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'manger locks '));
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
  // A living program with any process number.
  other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
});
beforeEach(() => {
  said = [];
});
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop();
});
afterAll(() => {
  other.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function start(at = dataDir): Promise<Embedded> {
  mkdirSync(at, { recursive: true });
  const embedded = await startEmbedded({ dataDir: at, log, durable: false });
  started.push(embedded);
  return embedded;
}

async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return Object.values((await client.query(text)).rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

const locks = (at = dataDir) => [join(at, 'postgres/postmaster.pid'), join(at, 'socket/.s.PGSQL.5432.lock')];
const processIn = (file: string) => Number(readFileSync(file, 'utf8').split('\n')[0]);

/** Gives files of a test to the database's account. */
function giveToDatabase(file: string): void {
  const { uid, gid } = statSync(join(dataDir, 'postgres'));
  chownSync(file, uid, gid);
}

/** A copy with owners and modes, as an operator would make it. Only the socket's lock is a file. */
function copyTree(from: string, to: string): void {
  const paths = ['', ...readdirSync(from, { recursive: true, encoding: 'utf8' })];
  for (const path of paths) {
    const [source, target] = [join(from, path), join(to, path)];
    const stat = lstatSync(source);
    if (stat.isDirectory()) mkdirSync(target);
    else if (stat.isFile()) copyFileSync(source, target);
    else continue;
    chmodSync(target, stat.mode & 0o777);
    chownSync(target, stat.uid, stat.gid);
  }
}

test('a killed server starts again although another program has its process number, and the log names both locks', async () => {
  await start();
  const [ofCluster = '', ofSocket = ''] = locks();
  const postmaster = processIn(ofCluster);
  const texts = locks().map((file) => readFileSync(file, 'utf8'));
  await started.pop()!.stop();
  // The locks of a killed server, but with the number of a living program.
  for (const [index, file] of locks().entries())
    writeFileSync(file, texts[index]!.replace(String(postmaster), String(other.pid)), { mode: 0o600 });
  locks().forEach(giveToDatabase);

  const again = await start();
  expect(await ask(again.adminUrl, 'select 1')).toBe(1);
  const why = `process ${other.pid}, which it names, isn't its database any more.`;
  expect(said.filter((line) => line.includes('was removed'))).toEqual([
    `The lock of the database's data (${ofCluster}) was removed: ${why}`,
    `The lock of the database's socket (${ofSocket}) was removed: ${why}`,
  ]);
  expect(isAlive(other.pid!)).toBe(true);
});

test('a copy of a running server’s data folder starts next to it, and the log names the copy', async () => {
  const first = await start();
  await ask(first.adminUrl, 'create table origin as select 1 as one');
  await ask(first.adminUrl, 'checkpoint');
  const copy = join(folder, 'copy');
  copyTree(dataDir, copy);
  expect(existsSync(locks(copy)[1]!)).toBe(true);

  const second = await start(copy);
  expect(await ask(second.adminUrl, 'select one from origin')).toBe(1);
  expect(await ask(second.adminUrl, 'show data_directory')).toBe(join(copy, 'postgres'));
  const from = `it came with a copy of ${join(dataDir, 'postgres')}, made while process ${processIn(locks()[0]!)} ran there.`;
  expect(said.filter((line) => line.endsWith(from))).toHaveLength(2);
  // The copied server continues with its own locks.
  expect(await ask(first.adminUrl, 'show data_directory')).toBe(join(dataDir, 'postgres'));
  expect(locks().map(existsSync)).toEqual([true, true]);
  await ask(first.adminUrl, 'drop table origin');
});

test('a running server keeps its socket’s lock, even without the lock of its data', async () => {
  const first = await start();
  const [ofCluster = '', ofSocket = ''] = locks();
  const content = readFileSync(ofCluster, 'utf8');
  rmSync(ofCluster);
  try {
    await expect(startEmbedded({ dataDir, log, durable: false })).rejects.toThrow(
      /lock file "\.s\.PGSQL\.5432\.lock" already exists|shared memory/,
    );
    expect(existsSync(ofSocket)).toBe(true);
    expect(await ask(first.adminUrl, 'select 1')).toBe(1);
  } finally {
    writeFileSync(ofCluster, content, { mode: 0o600 });
    giveToDatabase(ofCluster);
  }
  expect(said.filter((line) => line.includes('was removed'))).toEqual([]);
});
