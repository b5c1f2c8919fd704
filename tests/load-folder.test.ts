import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerType, serve } from '@hono/node-server';
import { afterEach, beforeEach, expect } from 'vitest';
import { type FolderReport, sendFolder } from '#bin/load-folder.ts';
import { createSender } from '#bin/load-sender.ts';
import { FileProblem } from '#common/files/incoming/problem.ts';
import { planForLoads } from '#common/files/loads/layouts.ts';
import type { Caller, TestApi } from './support/api.ts';
import { make, makeClient, makeFarm, makeIngredient } from './support/factories.ts';
import { test } from './support/test.ts';
import { everyText } from './support/through-file.ts';

const LOADED = readFileSync('tests/incoming/public/tmr-tracker-ingredients.csv', 'utf8');
const FED = readFileSync('tests/incoming/public/tmr-tracker-pens.csv', 'utf8');
/** The clock of the runs. Files of the tests are an hour old. */
const NOW = Date.parse('2026-11-19T06:00:00Z');
const HOUR = 3_600_000;

let folder: string;
let server: ServerType;
let url: string;
let owner: Caller;
let farm: number;
let key: string;

test.override('now', '2026-11-19T06:00:00Z');

beforeEach<{ api: TestApi }>(async ({ api }) => {
  folder = mkdtempSync(join(tmpdir(), 'loads-'));
  url = await new Promise((resolve) => {
    server = serve({ fetch: api.app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(`http://127.0.0.1:${port}`));
  });
  owner = (await makeClient(api)).owner;
  const at = await makeFarm(owner);
  farm = at.farm;
  for (const name of ['Corn Silage', 'Haylage', 'Soy Meal']) await makeIngredient(owner, at, { name });
  await make(owner, 'manager/mixers/', { farm, name: 'Mixer A', max_weight: 9000 });
  await make(owner, 'manager/groups/', { farm, name: 'Pen 1', animal_type: at.cows, animal_count: 118 });
  key = (await owner.post('manager/keys/', { name: 'Folder', farm })).data.secret;
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const put = (name: string, text: string, age = HOUR) => {
  writeFileSync(join(folder, name), text);
  utimesSync(join(folder, name), (NOW - age) / 1000, (NOW - age) / 1000);
};

async function run(secret = key, now = NOW): Promise<FolderReport> {
  const plan = planForLoads(await everyText(), { language: 'us', units: 'kg' });
  const describe = (problem: Error) => (problem instanceof FileProblem ? problem.reason : problem.message);
  return sendFolder({ folder, plan, describe, send: createSender({ url, key: secret, farm, source: undefined }), now: () => now });
}

const list = (name: string) => readdirSync(join(folder, name)).toSorted();
const readReason = (name: string) => readFileSync(join(folder, 'failed', `${name}.txt`), 'utf8');
const countLoads = async () => (await owner.get(`schedule/schedules/?farm=${farm}`)).count;

test('files of ingredients and of groups are sent together and move to done; the same files again change nothing', async () => {
  put('pens.csv', FED);
  put('ingredients.csv', LOADED);
  expect(await run()).toEqual({ done: ['ingredients.csv', 'pens.csv'], failed: [], waiting: [] });
  const [load] = (await owner.get(`schedule/schedules/?farm=${farm}`)).data;
  expect([load.weight_fact, load.weight_unloaded]).toEqual([3088, 3071]);
  put('ingredients.csv', LOADED);
  put('pens.csv', FED);
  expect((await run()).done).toHaveLength(2);
  expect(await countLoads()).toBe(1);
  expect(list('done')).toEqual(['ingredients 2.csv', 'ingredients.csv', 'pens 2.csv', 'pens.csv']);
});

test('a file that is refused or unreadable moves to failed with its reason, and the others are sent', async () => {
  put('a.csv', LOADED);
  put('b.csv', LOADED.replaceAll('1041', '1042').replace('Haylage', 'Straw'));
  put('c.csv', 'Batch #,Batch Date\n"1043,11/18/2026');
  expect(await run()).toEqual({ done: ['a.csv'], failed: ['c.csv', 'b.csv'], waiting: [] });
  expect(list('failed')).toEqual(['b.csv', 'b.csv.txt', 'c.csv', 'c.csv.txt']);
  expect(readReason('b.csv')).toContain('b.csv, line 3, ingredient');
  expect(readReason('c.csv')).toBe('unclosed_quote\n');
  expect(await countLoads()).toBe(1);
});

test('a file that is still written, and groups without their loads, wait', async () => {
  put('fresh.csv', LOADED, 1000);
  put('pens.csv', FED);
  expect(await run()).toEqual({ done: [], failed: [], waiting: ['fresh.csv', 'pens.csv'] });
  rmSync(join(folder, 'fresh.csv'));
  expect((await run(key, NOW + 25 * HOUR)).failed).toEqual(['pens.csv']);
  expect(await countLoads()).toBe(0);
});

test('a wrong key and days far before all others leave no load; only the latter move the file', async () => {
  put('a.csv', LOADED);
  await expect(run('wrong')).rejects.toThrow('401');
  expect(list('.')).toEqual(['a.csv']);
  expect((await run()).done).toEqual(['a.csv']);
  put('old.csv', LOADED.replaceAll('1041', '1040').replaceAll('2026', '2006'));
  expect((await run()).failed).toEqual(['old.csv']);
  expect(readReason('old.csv')).toContain('2006-11-18');
  expect(await countLoads()).toBe(1);
});
