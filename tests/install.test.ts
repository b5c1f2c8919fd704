import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '#server/db/start-error.ts';

/** A project with the same installation script. A program controlled by the test replaces npm. */
let root: string;
const NPM = `
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
// As npm does: what there was goes first.
rmSync('node_modules', { recursive: true, force: true });
mkdirSync('node_modules');
if (process.env.NETWORK !== 'yes') process.exit(1);
for (const [path, { version }] of Object.entries(lock)) {
  if (!path) continue;
  mkdirSync(path, { recursive: true });
  writeFileSync(path + '/version', version);
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: lock }));
`;

type Versions = Record<string, string | { version: string; dev: true }>;

function buildLock(versions: Versions): string {
  const entries = Object.entries(versions).map(([name, of]) => [`node_modules/${name}`, typeof of === 'string' ? { version: of } : of]);
  return JSON.stringify({ packages: { '': {}, ...Object.fromEntries(entries) } });
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'manger install '));
  mkdirSync(join(root, 'scripts'));
  cpSync(join(projectRoot, 'scripts/install.mjs'), join(root, 'scripts/install.mjs'));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  mkdirSync(join(root, 'bin'));
  writeFileSync(join(root, 'bin/npm'), `#!/usr/bin/env node\n${NPM}`);
  chmodSync(join(root, 'bin/npm'), 0o755);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function install({ network, versions }: { network: boolean; versions: Versions }) {
  writeFileSync(join(root, 'package-lock.json'), buildLock(versions));
  const { npm_execpath: _npm, ...env } = process.env;
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['-e', `import(${JSON.stringify(join(root, 'scripts/install.mjs'))}).then(({ install }) => install())`],
    { encoding: 'utf8', env: { ...env, PATH: `${join(root, 'bin')}:${env.PATH}`, NETWORK: network ? 'yes' : 'no' } },
  );
  return { status, errors: stderr, output: stdout };
}
const version = (name: string) => {
  const file = join(root, 'node_modules', name, 'version');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};
const left = () => readdirSync(root).filter((name) => name.includes('installing') || name.includes('replaced'));

test('installs missing packages once', () => {
  expect(install({ network: true, versions: { hono: '1.0.0' } })).toMatchObject({ status: 0, output: 'Installing packages …\n' });
  expect(version('hono')).toBe('1.0.0');
  expect(install({ network: false, versions: { hono: '1.0.0' } })).toEqual({ status: 0, errors: '', output: '' });
});

test('replaces the whole installation by a newer one', () => {
  install({ network: true, versions: { hono: '1.0.0', old: '1.0.0' } });
  expect(install({ network: true, versions: { hono: '1.1.0' } }).status).toBe(0);
  expect([version('hono'), version('old')]).toEqual(['1.1.0', undefined]);
  expect(left()).toEqual([]);
});

test('keeps and uses a working installation without a network', () => {
  install({ network: true, versions: { hono: '1.0.0' } });
  const offline = install({ network: false, versions: { hono: '1.1.0', checker: { version: '2.0.0', dev: true } } });
  expect(offline.status).toBe(0);
  expect(offline.errors).toContain("The packages can't be installed: is the network there?");
  expect(offline.errors).toContain('Still to come: hono 1.1.0 (1.0.0 is installed), checker 2.0.0.');
  expect(version('hono')).toBe('1.0.0');
  expect(left()).toEqual([]);
  // The next start with a network installs the missing packages.
  expect(install({ network: true, versions: { hono: '1.1.0' } }).status).toBe(0);
  expect(version('hono')).toBe('1.1.0');
});

test('names a missing package without a network, and removes nothing', () => {
  install({ network: true, versions: { hono: '1.0.0' } });
  const offline = install({ network: false, versions: { hono: '1.0.0', pg: '8.0.0' } });
  expect(offline.status).toBe(1);
  expect(offline.errors).toContain("Without pg Manger doesn't run.");
  expect(version('hono')).toBe('1.0.0');
  expect(install({ network: false, versions: { hono: '1.0.0' } }).status).toBe(0);
});

test('restores an installation after an interrupted swap', () => {
  install({ network: true, versions: { hono: '1.0.0' } });
  renameSync(join(root, 'node_modules'), join(root, 'node_modules.replaced'));
  expect(install({ network: false, versions: { hono: '1.0.0' } })).toEqual({ status: 0, errors: '', output: '' });
  expect(version('hono')).toBe('1.0.0');
});

test('ends without a network and an installation', () => {
  expect(install({ network: false, versions: { hono: '1.0.0' } }).status).toBe(1);
});
