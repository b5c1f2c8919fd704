import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/db/embedded.ts';
import { isAlive } from '#server/db/embedded-cluster.ts';
import { dataPlace, makeDataFolder } from './data-folder.mjs';
import { createTemplate } from './templates.ts';

export interface TestServer {
  /** Address of a role that may create databases. */
  adminUrl: string;
  /** Owner of the test databases. Not a superuser, so that row-level security applies. */
  role: string;
  password: string;
  /** Prefix of the names of this run's databases. */
  prefix: string;
  /** Way to copy a template: by files if durability isn't needed, which takes half the time. */
  strategy: 'file_copy' | 'wal_log';
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

const FOLDER = 'manger-test-';

/** One PostgreSQL for the whole run: DATABASE_URL_TEST if it is set, otherwise an embedded one in a temporary folder. */
export async function startTestServer(): Promise<{ server: TestServer; end(): Promise<void> }> {
  const outside = process.env.DATABASE_URL_TEST;
  const { adminUrl, stop } = outside ? { adminUrl: outside, stop: async () => {} } : await startTemporary();
  const server: TestServer = {
    adminUrl,
    ...(await testRole(adminUrl)),
    prefix: `manger_test_${randomBytes(4).toString('hex')}`,
    strategy: outside ? 'wal_log' : 'file_copy',
  };
  await createTemplate(server, 'empty');
  const end = async () => {
    await dropDatabases(server);
    await stop();
  };
  return { server, end };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, end } = await startTestServer();
  project.provide('testServer', server);
  return end;
}

async function startTemporary(): Promise<{ adminUrl: string; stop(): Promise<void> }> {
  sweep();
  const folder = makeDataFolder(`${FOLDER}${process.pid}-`);
  const log = { info: () => {}, error: (message: string) => console.error(message) };
  const embedded = await startEmbedded({ dataDir: folder, log, durable: false });
  return {
    adminUrl: embedded.adminUrl,
    stop: async () => {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Removes databases and folders of killed runs. */
function sweep(): void {
  for (const name of readdirSync(dataPlace()).filter((entry) => entry.startsWith(FOLDER))) {
    if (isAlive(Number(name.slice(FOLDER.length).split('-')[0]))) continue;
    const folder = join(dataPlace(), name);
    try {
      const pid = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
      if (isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)) process.kill(pid, 'SIGQUIT');
    } catch {
      // The process has ended.
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

async function testRole(adminUrl: string): Promise<{ role: string; password: string }> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const role = 'manger_test';
  const password = randomBytes(12).toString('hex');
  const { rows } = await admin.query<{ known: boolean }>(`select exists (select from pg_roles where rolname = '${role}') as known`);
  await admin.query(`${rows[0]?.known ? 'alter' : 'create'} role ${role} login nosuperuser nobypassrls createrole password '${password}'`);
  // Only a member of a role may create databases for it; a superuser needs no membership.
  await admin.query(`grant ${role} to current_user`);
  await admin.end();
  return { role, password };
}

async function dropDatabases({ adminUrl, prefix }: TestServer): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const { rows } = await admin.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [prefix]);
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`);
  await admin.end();
}
