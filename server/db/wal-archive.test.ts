import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from './embedded.ts';
import { restoreTo } from './restore-to.ts';

let folder: string;
let archive: string;
const running: Embedded[] = [];
const log = { info() {}, error: (message: string) => void errors.push(message) };
const errors: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'manger-wal-'));
  archive = join(folder, 'archive');
  for (const path of [folder, archive]) {
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o711);
  }
});
afterAll(async () => {
  for (const embedded of running) await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(name: string, walArchive?: string) {
  const dataDir = dataDirOf(name);
  const embedded = await startEmbedded({ dataDir, log, durable: false, walArchive });
  running.push(embedded);
  return {
    async query<Row extends pg.QueryResultRow>(text: string, as: 'url' | 'adminUrl' = 'url'): Promise<Row[]> {
      const client = new pg.Client({ connectionString: embedded[as] });
      await client.connect();
      const { rows } = await client.query<Row>(text).finally(() => client.end());
      return rows;
    },
    async stop() {
      running.splice(running.indexOf(embedded), 1);
      await embedded.stop();
    },
  };
}

function dataDirOf(name: string): string {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o711);
  return dataDir;
}

const bases = () => readdirSync(archive, { recursive: true, encoding: 'utf8' }).filter((path) => /^\d+\/base-\w+$/.test(path));

test('restores the embedded database to a moment and continues from there', async () => {
  const first = await start('first', archive);
  await expect.poll(bases).toHaveLength(1);
  const write = (text: string) => first.query(`insert into said values ('${text}')`);
  const now = async () =>
    Number((await first.query<{ now: number }>('select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now'))[0]?.now);
  const before = await now();
  await first.query('create table said (text text)');
  await write('before');
  await first.query('select pg_sleep(0.05)');
  const moment = await now();
  await first.query('select pg_sleep(0.05)');
  await write('by mistake');
  await first.stop();
  expect(errors).toEqual([]);

  const last = await restoreTo({ archive, dataDir: dataDirOf('second'), moment });
  expect(last?.getTime()).toBeGreaterThan(before);
  expect(last?.getTime()).toBeLessThanOrEqual(moment);
  const second = await start('second', archive);
  expect(await second.query('select text from said')).toEqual([{ text: 'before' }]);
  // Later pieces are archived next to the earlier ones, from a new base copy.
  await expect.poll(bases).toHaveLength(2);
  await second.query("insert into said values ('since')");
  await second.stop();

  await restoreTo({ archive, dataDir: dataDirOf('third'), moment: Number.POSITIVE_INFINITY });
  const third = await start('third');
  expect(await third.query('select text from said order by text')).toEqual([{ text: 'before' }, { text: 'since' }]);
  await third.stop();
});

test('refuses a moment outside the archive and leaves nothing behind', async () => {
  const dataDir = dataDirOf('none');
  await expect(restoreTo({ archive, dataDir, moment: Date.parse('2001-01-01') })).rejects.toThrow(
    /has nothing of that moment\. It begins at 20\d\d-/,
  );
  await expect(restoreTo({ archive, dataDir, moment: Date.now() + 86_400_000 })).rejects.toThrow(/ends before .* Restore the latest\./);
  expect(readdirSync(dataDir)).not.toContain('postgres');
  await expect(restoreTo({ archive, dataDir: join(folder, 'second'), moment: Date.now() })).rejects.toThrow('There is a database in');
});
