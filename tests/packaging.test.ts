import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LARGEST_ARCHIVE } from '#contract/admin/archives.ts';
import { MAX_OF_FILE } from '#contract/stored-files.ts';
import { MAX_IMPORT_BYTES } from '#server/app.ts';
import { projectRoot } from '#server/db/start-error.ts';
import { readSettings, SETTINGS } from '#server/settings.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

const example = [...read('.env.example').matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const);

test('.env.example and the README name every setting of the server, and compose.yaml also its own', () => {
  const ofCompose = found(read('compose.yaml'), /\$\{([A-Z_]+)/g).filter((name) => !SETTINGS.includes(name));
  expect(ofCompose.length).toBeGreaterThan(0);
  expect(example.map(([name]) => name)).toHaveLength(new Set(example.map(([name]) => name)).size);
  expect(sorted(example.map(([name]) => name))).toEqual(sorted([...SETTINGS, ...ofCompose]));

  const rows = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(sorted(rows.flatMap((row) => found(row.split('|')[1] ?? '', /`([A-Z_]+)`/g)))).toEqual(sorted([...SETTINGS, 'TMPDIR']));
});

test('a start accepts the example settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manger-settings-'));
  try {
    // The log archive and the listening address need the embedded database, but the examples have an external one; a key has no example.
    const embedded = { WAL_ARCHIVE: '', DATABASE_LISTEN: '' };
    const settings = readSettings({ ...Object.fromEntries(example), ...embedded, DATA_DIR: folder, SECRET_KEY: 'k'.repeat(32) });
    expect(settings.trustedProxies).toHaveLength(2);
    expect(settings.mail?.from).toContain('@');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const UNITS = ['deploy/manger.service', 'deploy/manger-backup.service'];

test('compose.yaml and the units set only settings of the server', () => {
  const manger = read('compose.yaml').split(/^ {2}proxy:/m)[0] ?? '';
  const set = [
    ...found(manger, /^ {6}([A-Z_]+):/gm),
    ...UNITS.flatMap((unit) => found(read(unit).replaceAll(' ', '\n'), /^(?:Environment=)?([A-Z_]+)=\S/gm)),
  ];
  expect(set.length).toBeGreaterThan(5);
  const others = ['NODE_ENV', 'TMPDIR', 'POSTGRES_PASSWORD', 'DATABASE_PASSWORD'];
  expect(sorted(set).filter((name) => !SETTINGS.includes(name) && !others.includes(name))).toEqual([]);
});

test('the image is built from all sources, and contains all files that the server reads', async () => {
  const { PARTS } = await import('#scripts/build.mjs');
  const taken = found(read('.dockerignore'), /^!(\S+)$/gm);
  const sources = Object.values(PARTS).flatMap((paths) => paths.map((path) => path.split('/')[0] ?? ''));
  const { CONTENT } = await import('#scripts/release.mjs');
  const isTaken = (path: string) => taken.some((one) => path === one || path.startsWith(`${one}/`));
  expect(sorted([...sources, ...CONTENT]).filter((path) => !isTaken(path))).toEqual([]);

  const image =
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  expect(read('Dockerfile')).toContain('RUN node scripts/release.mjs /release\n');
  expect(found(image, /^COPY (.*)$/gm)).toEqual(['--from=build /release ./']);
  const copied = [...CONTENT, 'dist', 'package.json'];
  const programs = ['bin', 'server'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.ts$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const asked = programs.flatMap((name) => found(read(name), /projectRoot, '([\w./-]+)'/g)).filter((path) => path !== 'data');
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.filter((path) => !copied.some((copy) => path === copy || path.startsWith(`${copy}/`)))).toEqual([]);
});

test('the workflow tests the oldest supported Node and the image’s Node', () => {
  const image = found(read('Dockerfile'), /^ARG NODE_IMAGE=node:(\d+)/gm);
  const [oldest] = found(read('package.json'), /"node": ">=(\d+)/g);
  expect(image).toEqual([read('.nvmrc').trim()]);
  expect(found(read('.github/workflows/ci.yml'), /node: \[(.*)\]/g)).toEqual([`"${oldest}", "${image[0]}"`]);
});

test('image, unit and npm start run the server with the same memory limits', () => {
  const flags = found(read('package.json'), /"start": "exec node (\S+) /g);
  expect(flags).toHaveLength(1);
  expect(found(read('Dockerfile'), /^CMD \["node", "(\S+)",/gm)).toEqual(flags);
  expect(found(read('deploy/manger.service'), /^ExecStart=\S+ (\S+) /gm)).toEqual(flags);
});

test('proxies allow archives at one address, smaller bodies elsewhere, and nobody at the metrics', () => {
  const nginx = read('deploy/nginx.conf');
  const caddy = read('deploy/Caddyfile');
  const toBytes = (megabytes: string) => Number(megabytes) * 1024 * 1024;
  for (const sizes of [found(nginx, /client_max_body_size (\d+)m;/g), found(caddy, /max_size (\d+)MiB/g)])
    expect(sizes.map(toBytes)).toEqual([MAX_IMPORT_BYTES, LARGEST_ARCHIVE]);
  expect(MAX_IMPORT_BYTES).toBeGreaterThan(MAX_OF_FILE);
  expect(nginx).toMatch(/location ~ \^\/api\/dashboard\/clients\/import\/\?\$ \{\s*client_max_body_size 256m;\s*proxy_pass/);
  // With and without a trailing slash, as the server accepts it.
  expect(found(nginx, /location = (\/metrics\/?) \{\s*return 404;/g)).toEqual(['/metrics', '/metrics/']);
  expect(caddy).toMatch(/@metrics path \/metrics \/metrics\/\n\s*respond @metrics 404/);
});

test('the server’s unit limits its memory, so that an attack doesn’t exhaust the machine', () => {
  expect(found(read('deploy/manger.service'), /^MemoryMax=(\d+%)$/gm)).toHaveLength(1);
});
