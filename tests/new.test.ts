import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#server/db/start-error.ts';
import { LONG } from './support/count-runs.ts';

/** A copy of the project, with its packages as links. Compiling also needs the compiled types in the copy. */
let root: string;

const LEFT_OUT = new Set(['node_modules', 'dist', 'data', '.git', 'test-results', 'playwright-report']);

/** Hard links keep the packages inside the copy. Another file system needs real copies. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.name === '.cache') continue;
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkFile(source, target);
  }
}

function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

function run(command: string, ...args: string[]): string {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|VITE_|NODE_ENV$|TEST$)/.test(name)));
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, env, encoding: 'utf8' });
  expect(status, `${command} ${args.join(' ')}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'manger-new-'));
  const isCopied = (path: string) => !LEFT_OUT.has(relative(projectRoot, path));
  cpSync(projectRoot, root, { recursive: true, filter: isCopied });
  const packages = join(projectRoot, 'node_modules');
  if (LONG) {
    linkFolder(packages, join(root, 'node_modules'));
    const types = '.cache/types';
    if (existsSync(join(packages, types))) cpSync(join(packages, types), join(root, 'node_modules', types), { recursive: true });
  } else symlinkSync(packages, join(root, 'node_modules'));

  run('npm', 'run', 'new', '--', 'report', 'feed-cost', 'Cost of feed');
  run('npm', 'run', 'new', '--', 'resource', 'feed-bins', 'Feed bins');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

// Compiling the whole project takes minutes: only `npm run test:long` does it.
test.runIf(LONG)('a new report and a new resource compile', () => {
  run('npx', 'tsc', '-b');
});

test.runIf(LONG)('the tests of a new report and a new resource pass', () => {
  run(
    'npx',
    'vitest',
    'run',
    'server/reports/feed-cost',
    'server/operations/feed-bins',
    'server/reports/registry.test.ts',
    'server/tables.test.ts',
  );
});

test('texts of a new report are marked in each language except English', () => {
  const languages = readdirSync(join(root, 'locales')).filter((name) => !name.includes('.'));
  const marked = languages.filter((language) =>
    readFileSync(join(root, `locales/${language}/reports/feed-cost.json`), 'utf8').includes('TODO'),
  );
  expect(languages.filter((language) => !marked.includes(language))).toEqual(['en', 'us']);
});

test('a name that exists is refused, and no file changes', () => {
  const before = readFileSync(join(root, 'contract/reports/index.ts'), 'utf8');
  const { status, stderr } = spawnSync(process.execPath, ['scripts/new.mjs', 'report', 'feed-cost', 'Cost of feed'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('contract/reports/feed-cost.ts exists already.')]);
  expect(readFileSync(join(root, 'contract/reports/index.ts'), 'utf8')).toBe(before);
});
