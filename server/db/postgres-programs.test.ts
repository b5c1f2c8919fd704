import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded } from './embedded.ts';
import { databaseAccount } from './embedded-account.ts';
import { findBinaries } from './embedded-binaries.ts';
import { newerMinor } from './postgres-versions.ts';

let folder: string;
const lines: string[] = [];
const log = { info: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'manger-programs-'));
  // If the tests run as root, the database's account must be able to enter the folder.
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder with programs that only print a version, or with the installed programs. */
function makePrograms(name: string, version?: string, programs = ['postgres', 'initdb', 'pg_ctl']): string {
  const bin = join(folder, name);
  mkdirSync(bin, { mode: 0o755 });
  const real = dirname(findBinaries(databaseAccount(folder)).postgres);
  for (const program of programs) {
    if (version === undefined) symlinkSync(join(real, program), join(bin, program));
    else writeFileSync(join(bin, program), `#!/bin/sh\necho "postgres (PostgreSQL) ${version}"\n`, { mode: 0o755 });
  }
  return bin;
}

function makeDataDir(name: string): string {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { mode: 0o711 });
  return dataDir;
}

const start = (dataDir: string, pgBin?: string) => startEmbedded({ dataDir, log, durable: false, pgBin });

test('a database from PG_BIN listens only on a socket of its account', async () => {
  const dataDir = makeDataDir('own');
  const embedded = await start(dataDir, makePrograms('installed'));
  try {
    const client = new pg.Client({ connectionString: embedded.adminUrl });
    await client.connect();
    const { rows } = await client.query(
      `select current_setting('listen_addresses') as addresses, current_setting('unix_socket_permissions') as permissions,
              current_setting('unix_socket_directories') as quoted, current_setting('port')::int as port, current_setting('server_version') as version`,
    );
    await client.end();
    const [{ addresses, permissions, quoted, port, version }] = rows;
    const socket = quoted.replaceAll('"', '');
    expect(lines).toEqual([newerMinor(version)].filter((line) => line !== undefined));
    expect([addresses, permissions]).toEqual(['', '0700']);
    expect(statSync(socket).mode & 0o777).toBe(0o700);
    expect(statSync(join(socket, `.s.PGSQL.${port}`)).isSocket()).toBe(true);
  } finally {
    await embedded.stop();
  }
  await expect(start(dataDir, makePrograms('older', '17.13 (Debian 17.13-1)'))).rejects.toThrow(
    /is of PostgreSQL 18, and PG_BIN \S+older of 17\. Name the programs of a PostgreSQL 18\./,
  );
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

test('indexes are rebuilt once after a change of the sort rules', async () => {
  const dataDir = makeDataDir('sorted');
  const ask = async (url: string, text: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(text);
    await client.end();
    return rows;
  };
  const NODE = `select pg_relation_filenode('word_by_text') as node`;
  const first = await start(dataDir);
  await ask(first.url, 'create table word (text text); create index word_by_text on word (text)');
  const [before] = await ask(first.url, NODE);
  await ask(first.adminUrl, `update pg_database set datcollversion = '1.0' where datname = 'manger'`);
  await first.stop();
  const isTold = (line: string) => line.startsWith('Rebuilding indexes:') && line.includes('from ICU 1.0 ');
  lines.length = 0;
  const second = await start(dataDir);
  const [after] = await ask(second.url, NODE);
  await second.stop();
  expect(lines.filter(isTold)).toHaveLength(1);
  expect(after.node).not.toBe(before.node);
  lines.length = 0;
  const third = await start(dataDir);
  const [kept] = await ask(third.url, NODE);
  await third.stop();
  expect(lines.filter(isTold)).toHaveLength(0);
  expect(kept.node).toBe(after.node);
});

test('refuses a folder without PostgreSQL’s programs and names the missing program', async () => {
  const dataDir = makeDataDir('none');
  await expect(start(dataDir, join(folder, 'nowhere'))).rejects.toThrow(/PG_BIN \S+nowhere has no program postgres/);
  await expect(start(dataDir, makePrograms('half', '18.7', ['postgres', 'pg_ctl']))).rejects.toThrow(/has no program initdb/);
  await expect(start(dataDir, makePrograms('other', 'no version'))).rejects.toThrow(
    /PG_BIN \S+other: postgres doesn't run on this machine/,
  );
  await expect(start(dataDir, makePrograms('ancient', '14.19'))).rejects.toThrow(/is of PostgreSQL 14: Manger wants 15 or later/);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});

test('a start logs one line if a newer minor version is known', () => {
  const known = { 18: 7 };
  expect(newerMinor('18.4', known)).toMatch(/^PostgreSQL 18\.4 runs here, and 18\.7 is known/);
  expect(newerMinor('18.4 (Debian 18.4-1.pgdg12+1)', known)).toContain('18.7');
  for (const running of ['18.7', '18.10', '17.1', '19devel', '']) expect(newerMinor(running, known)).toBeUndefined();
});
