import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#server/db/start-error.ts';

/** A copy of the project, with its packages as links and its compiled types. */
let root: string;

function run(command: string, ...args: string[]): string {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|VITE_|NODE_ENV$|TEST$)/.test(name)));
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, env, encoding: 'utf8' });
  expect(status, `${command} ${args.join(' ')}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'manger-new-'));
  const { stdout } = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: projectRoot, encoding: 'utf8' });
  for (const path of stdout.split('\0').filter((file) => file !== '' && existsSync(join(projectRoot, file)))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(join(projectRoot, path), join(root, path));
  }
  // Hard links keep the packages inside the copy. Other file systems need real copies.
  const packages = join(projectRoot, 'node_modules');
  if (spawnSync('cp', ['-al', packages, root]).status !== 0) cpSync(packages, join(root, 'node_modules'), { recursive: true });
  rmSync(join(root, 'node_modules/.cache'), { recursive: true, force: true });
  const types = join(packages, '.cache/types');
  if (existsSync(types)) cpSync(types, join(root, 'node_modules/.cache/types'), { recursive: true });

  run('npm', 'run', 'new', '--', 'report', 'feed-cost', 'Cost of feed');
  run('npm', 'run', 'new', '--', 'resource', 'feed-bins', 'Feed bins');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a new report and a new resource compile', () => {
  run('npx', 'tsc', '-b');
});

test('the tests of a new report and a new resource pass', () => {
  run('npx', 'vitest', 'run', 'server/reports/feed-cost', 'server/operations/feed-bins', 'server/reports/registry.test.ts');
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
  const { status, stderr } = spawnSync('node', ['scripts/new.mjs', 'report', 'feed-cost', 'Cost of feed'], { cwd: root, encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining('contract/reports/feed-cost.ts exists already.')]);
  expect(readFileSync(join(root, 'contract/reports/index.ts'), 'utf8')).toBe(before);
});
