import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startEmbedded } from '#server/db/embedded.ts';
import { isAlive } from '#server/db/embedded-cluster.ts';
import { projectRoot, StartError } from '#server/db/start-error.ts';
import { readSettings } from '#server/settings.ts';
import { freshDatabase } from './support/database.ts';
import { databaseProcess, launchServer, type Server } from './support/launch.ts';
import { startPooler } from './support/pooler.ts';
import { programOf } from './support/program.ts';

let folder: string;
let dataDir: string;
let running: Server | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'manger process '));
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
});
afterAll(async () => {
  await running?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

const ADDRESS = 'must look like postgresql://user:password@host:5432/database';
const AT_HOME = { PUBLIC_URL: 'https://manger.test' };
test.each([
  [{ PORT: 'many' }, 'PORT must be a whole number'],
  [{ PORT: '70000' }, 'PORT must be at most 65535'],
  [
    { SMTP_URL: 'mail.farm.test', MAIL_FROM: 'a@farm.test', ...AT_HOME },
    'SMTP_URL must look like smtp://user:password@host:587 or smtps://…',
  ],
  [{ SMTP_URL: 'smtp://mail.farm.test', MAIL_FROM: 'Farm', ...AT_HOME }, 'MAIL_FROM must be an address, or Name <address>'],
  [{ SMTP_URL: 'smtp://mail.farm.test' }, 'MAIL_FROM and SMTP_URL go together: set both or neither'],
  [
    { SMTP_URL: 'smtp://mail.farm.test', MAIL_FROM: 'a@farm.test' },
    'PUBLIC_URL must be set with SMTP_URL: mails carry links by which their recipients say whether they want them',
  ],
  [{ MAILS_PER_DAY: 'many' }, 'MAILS_PER_DAY must be a whole number'],
  [{ PUBLIC_URL: 'manger.test' }, 'PUBLIC_URL must look like https://manger.example.com'],
  [{ HOST: 'a b' }, 'HOST must be a host name or an address'],
  [{ DEMO: 'yes' }, 'DEMO must be 0 or 1'],
  [{ FIXTURES: 'huge' }, 'FIXTURES must be demo or tiny'],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY must have at least 32 characters'],
  [{ DATABASE_URL: 'mysql://x' }, `DATABASE_URL ${ADDRESS}`],
  [{ DATABASE_URL: 'postgresql://x:many/y' }, `DATABASE_URL ${ADDRESS}, several hosts as first:5432,second:5432`],
  [{ DATABASE_URL: 'postgresql://x@first:5432,second:many/y' }, `DATABASE_URL ${ADDRESS}, several hosts as first:5432,second:5432`],
  [
    { DATABASE_URL: 'postgresql://x@host/y?sslmode=full' },
    'DATABASE_URL may have one of these as sslmode: disable, no-verify, prefer, require, verify-ca, verify-full',
  ],
  [{ REPORTS_DATABASE_URL: 'postgresql://x/y' }, 'REPORTS_DATABASE_URL is a replica of DATABASE_URL, which is not set'],
  [{ LISTEN_DATABASE_URL: 'postgresql://x/y' }, 'LISTEN_DATABASE_URL is another way to DATABASE_URL, which is not set'],
  [
    { WAL_ARCHIVE: '/tmp', DATABASE_URL: 'postgresql://x/y' },
    'WAL_ARCHIVE is of the embedded database, and DATABASE_URL is set: archive the log of that one by its own means',
  ],
  [{ DATABASE_POOL: '2' }, 'DATABASE_POOL must be at least 4'],
  [{ DATABASE_POOL: 'all' }, 'DATABASE_POOL must be a whole number'],
])('%o is refused by name', (env, reason) => {
  expect(() => readSettings({ DATA_DIR: dataDir, ...env })).toThrow(new StartError(`Wrong setting: ${reason}.`));
});

test('omitted settings have defaults, and the key is created once, readable only for its owner', () => {
  const settings = readSettings({ DATA_DIR: dataDir, PORT: ' ' });
  expect(settings).toMatchObject({ port: 4000, host: '127.0.0.1', fixtures: 'demo', demo: undefined, databaseUrl: undefined });
  expect(settings.secretKey.length).toBeGreaterThan(40);
  expect(readSettings({ DATA_DIR: dataDir }).secretKey).toBe(settings.secretKey);
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
});

test('a missing folder for temporary files is created, or refused by its setting', () => {
  try {
    vi.stubEnv('TMPDIR', join(folder, 'passing/files'));
    readSettings({ DATA_DIR: dataDir });
    expect(statSync(join(folder, 'passing/files')).isDirectory()).toBe(true);
    const file = join(folder, 'no folder');
    writeFileSync(file, '');
    vi.stubEnv('TMPDIR', join(file, 'tmp'));
    expect(() => readSettings({ DATA_DIR: dataDir })).toThrow(
      new StartError(`TMPDIR ${join(file, 'tmp')} can't be written: a part of the path is a file.`),
    );
  } finally {
    vi.unstubAllEnvs();
  }
});

test('a refused start prints one line and ends with 1', async () => {
  const { code, errors } = await launch({ DATABASE_URL: 'postgresql://x@127.0.0.1:1/y' }).exit;
  expect(errors).toBe("DATABASE_URL can't be reached: connect ECONNREFUSED 127.0.0.1:1.\n");
  expect(code).toBe(1);
});

test('refuses more connections than the embedded database allows and names the setting', async () => {
  const { code, errors } = await launch({ DATABASE_POOL: '40' }).exit;
  expect(errors).toBe('DATABASE_POOL may take 123 connections, and the embedded database gives 57. Set a smaller one.\n');
  expect(code).toBe(1);
});

test('behind a pooler it requires an address for LISTEN, and then serves', async () => {
  const fresh = await freshDatabase();
  const pooler = await startPooler(fresh.url, { connections: 8 });
  try {
    const refused = await launch({ DATABASE_URL: pooler.url }).exit;
    expect(refused.errors).toMatch(/^DATABASE_URL leads through a pooler .* Set LISTEN_DATABASE_URL to the database itself/);
    const server = launch({ DATABASE_URL: pooler.url, LISTEN_DATABASE_URL: fresh.url, DATABASE_POOL: '4', DEMO: '1', FIXTURES: 'tiny' });
    const address = await server.ready;
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    const body = JSON.stringify({ login: 'owner@manger.test', password: 'feed-the-herd-1' });
    const { data } = await (await fetch(`${address}/api/auth/jwt/create/`, { method: 'POST', body })).json();
    const farms = await fetch(`${address}/api/manager/farms/dashboard/`, { headers: { authorization: `JWT ${data.token}` } });
    expect((await farms.json()).data.length).toBeGreaterThan(0);
    expect((await server.end('SIGTERM')).code).toBe(0);
  } finally {
    await pooler.close();
    await fresh.drop();
  }
});

test('refuses a data folder that can’t be created', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const { code, errors } = await launch({ DATA_DIR: join(file, 'data') }).exit;
  expect(errors).toMatch(/^DATA_DIR .* can't be written: a part of the path is a file\.\n$/);
  expect(code).toBe(1);
});

test('refuses a port in use before it touches the data', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const { code, errors } = await launch({ PORT: String(port) }).exit;
  other.close();
  expect(errors).toBe(`PORT ${port} is taken by another program on 127.0.0.1. Stop it, or set another PORT.\n`);
  expect(code).toBe(1);
});

test('the process serves its clients and logs the replacement of the settings of cells', async () => {
  running = launch({ CELL: '2', CELLS: '1=http://127.0.0.1:1,2=http://127.0.0.1:2' });
  expect((await fetch(`${await running.ready}/healthz`)).status).toBe(200);
  expect(running.output()).toContain('CELL, CELLS no longer have an effect');
  expect(running.output()).toContain('docs/guides/how-far.md');
  expect((await running.end('SIGTERM')).code).toBe(0);
  running = undefined;
});

test('the process serves, refuses a second start on its data, survives kill -9 of itself and its database, and stops cleanly', async () => {
  running = launch({});
  const first = await running.ready;
  expect((await fetch(`${first}/healthz`)).status).toBe(200);
  expect(running.output()).toMatch(/first super administrator with this code: [0-9A-F]{12}/);

  const second = await launch({}).exit;
  expect(second.errors).toBe(`Manger already runs on the data in ${dataDir} (process ${running.process.pid}).\n`);
  expect(second.code).toBe(1);

  await running.end('SIGKILL');
  running = launch({});
  const address = await running.ready;
  expect((await fetch(`${address}/healthz`)).status).toBe(200);

  const postmaster = databasePid();
  if (!postmaster) throw new Error('the database has no process');
  process.kill(postmaster, 'SIGKILL');
  await expect.poll(async () => (await fetch(`${address}/healthz`)).status).toBe(200);
  await expect.poll(() => databasePid() ?? postmaster).not.toBe(postmaster);

  expect((await running.end('SIGTERM')).code).toBe(0);
  running = undefined;
  const again = await startEmbedded({ dataDir, log: { info() {}, error() {} } });
  await again.stop();
});

const commands: Record<string, string> = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).scripts;

test('npm execs each long-running command, so that a signal to npm reaches the command', () => {
  const ofNode = Object.entries(commands).filter(([, command]) => /\bnode /.test(command));
  expect(ofNode.map(([name]) => name)).toEqual(expect.arrayContaining(['start', 'dev', 'backup', 'restore']));
  expect(ofNode.filter(([, command]) => !command.startsWith('exec node '))).toEqual([]);
});

/** Part of Node. */
const NPM = 'npm';

test('SIGTERM to npm ends the server and its database', async () => {
  // The command itself on the server's program, without the steps that install and build.
  const place = join(folder, 'under npm');
  mkdirSync(place);
  const program = programOf('main').map((part) =>
    part === 'tsx' ? import.meta.resolve('tsx') : /^(dist|bin)\//.test(part) ? join(projectRoot, part) : part,
  );
  const start = commands.start?.replace('scripts/start.mjs', program.map((part) => `'${part}'`).join(' '));
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'place', version: '1.0.0', scripts: { start } }));
  const { PATH, HOME } = process.env;
  const npm = spawn(NPM, ['start', '--silent'], {
    cwd: place,
    env: { PATH, HOME, PORT: '0', DEMO: '0', DATA_DIR: join(place, 'data'), npm_config_update_notifier: 'false' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => npm.once('exit', () => resolve()));
  let out = '';
  npm.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  await expect.poll(() => out).toContain('Ctrl-C stops it');
  const database = databaseProcess(join(place, 'data'));
  if (!database) throw new Error('the database has no process');
  const address = /Manger is ready: (\S+)/.exec(out)?.[1] ?? '';
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  npm.kill('SIGTERM');
  await ended;
  try {
    // npm may end before the server, which first ends its database.
    await expect.poll(() => isAlive(database)).toBe(false);
    await expect.poll(() => fetch(`${address}/healthz`).catch(String)).toContain('fetch failed');
  } finally {
    // Processes that npm may leave: its group, and the database with a group of its own.
    for (const left of [-(npm.pid ?? 0), database].filter(isAlive)) process.kill(left, 'SIGKILL');
  }
});

const launch = (env: Record<string, string>) => launchServer({ DATA_DIR: dataDir, ...env });
const databasePid = () => databaseProcess(dataDir);

test('refuses a superuser for an external database', async () => {
  const embedded = await startEmbedded({ dataDir, log: { info() {}, error() {} } });
  try {
    const { code, errors } = await launch({ DATABASE_URL: embedded.adminUrl }).exit;
    expect(errors).toContain('DATABASE_URL signs in as "postgres", which row-level security does not hold back.');
    expect(code).toBe(1);
  } finally {
    await embedded.stop();
  }
});
