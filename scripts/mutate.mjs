// Checks that the tests notice small mistakes: npm run mutate -- [folder…] [--count n] [--seed s] [--tests n]. Mutates `count` lines of
// production code by seed, and runs the nearest `tests` test files of each until one fails. Needs a quiet working tree: the file is
// restored after its tests, also on interruption.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './install.mjs';
import { findMutations } from './mutations.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' }, tests: { type: 'string', default: '24' } },
});
const PRODUCTION = ['bin', 'common', 'contract', 'server', 'src'];
/** The first run has few tests, because they catch most mutations. */
const NEAREST = 6;
/** Time limit, because a mutation may loop for ever. */
const PATIENCE_MS = 15 * 60_000;

const read = (file) => readFileSync(join(root, file), 'utf8');
const sources = [...PRODUCTION, 'fixtures', 'tests', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((name) => /\.(tsx?|mjs)$/.test(name) && !/\.d\.m?ts$/.test(name)),
);
const isTest = (file) => /\.test\.tsx?$/.test(file);
const importers = findImporters();
let restore = () => {};
process.on('exit', () => restore());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

const survived = [];
const chosen = chooseLines(positionals.length > 0 ? positionals : PRODUCTION, Number(values.count));
for (const [at, { file, mutation }] of chosen.entries()) {
  const start = performance.now();
  const failure = await tryMutation(file, mutation);
  if (!failure) survived.push(file);
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(
    `${at + 1}/${chosen.length} ${failure ? 'caught' : 'SURVIVED'} ${describeChange(file, mutation)}\n    ${failure ?? 'no test failed'}, ${seconds} s`,
  );
}
console.log(`\n${chosen.length - survived.length} caught, ${survived.length} survived of ${chosen.length} (seed ${values.seed})`);

/** One mutation for each of `count` lines. The choice depends on the seed and the line's own text, so that changes elsewhere keep it. */
function chooseLines(folders, count) {
  const hash = (text) => createHash('sha256').update(`${values.seed}\n${text}`).digest('hex');
  const lines = sources
    .filter(
      (file) =>
        !isTest(file) &&
        !file.includes('.gen.') &&
        folders.some((folder) => file === folder || file.startsWith(`${folder.replace(/\/$/, '')}/`)),
    )
    .flatMap((file) => {
      const byLine = new Map();
      for (const mutation of findMutations(read(file), file)) byLine.set(mutation.line, [...(byLine.get(mutation.line) ?? []), mutation]);
      const texts = read(file).split('\n');
      return [...byLine].map(([line, all]) => {
        const order = hash(`${file}\n${texts[line - 1].trim()}`);
        return { file, order, mutation: all[Number.parseInt(order.slice(0, 8), 16) % all.length] };
      });
    });
  return lines.toSorted((a, b) => (a.order < b.order ? -1 : 1)).slice(0, count);
}

/** The failure's text, null if all tests passed. */
async function tryMutation(file, { start, end, to }) {
  const text = read(file);
  restore = () => writeFileSync(join(root, file), text);
  try {
    writeFileSync(join(root, file), text.slice(0, start) + to + text.slice(end));
    const tests = rankTests(file).slice(0, Number(values.tests));
    for (const some of [tests.slice(0, NEAREST), tests.slice(NEAREST)]) {
      const failure = some.length > 0 && (await runTests(some));
      if (failure) return failure;
    }
    return null;
  } finally {
    restore();
    restore = () => {};
  }
}

function runTests(files) {
  return new Promise((done) => {
    const child = spawn(join(root, 'node_modules/.bin/vitest'), ['run', '--bail', '1', ...files], {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1' },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const kill = (signal) => process.kill(-child.pid, signal);
    const stop = () => kill('SIGTERM');
    const endless = setTimeout(kill, PATIENCE_MS, 'SIGKILL');
    process.once('exit', stop);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
    child.on('close', (status) => {
      clearTimeout(endless);
      process.off('exit', stop);
      const failed = /^ ?FAIL +(.*)$/m.exec(printed)?.[1];
      done(status === 0 ? null : (failed ?? printed.trim().split('\n').at(-1) ?? 'the tests ended without a word'));
    });
  });
}

/** Tests that a file's change can reach: nearest by import steps first, then by common path, then the smallest. */
function rankTests(file) {
  const steps = new Map([[file, 0]]);
  for (const at of steps.keys()) for (const by of importers.get(at) ?? []) if (!steps.has(by)) steps.set(by, steps.get(at) + 1);
  const nearestIn = new Map();
  for (const [at, distance] of steps) if (!isTest(at) && !nearestIn.has(dirname(at))) nearestIn.set(dirname(at), distance);
  const folders = file.split('/');
  const apart = (test) => folders.findIndex((folder, at) => test.split('/')[at] !== folder);
  const order = (test) => [Math.min(nearestIn.get(dirname(test)) ?? 99, steps.get(test)), -apart(test), statSync(join(root, test)).size];
  const tests = [...steps.keys()].filter(isTest).map((test) => ({ test, order: order(test) }));
  const compare = (a, b) => a.order.map((value, at) => value - b.order[at]).find((difference) => difference !== 0) ?? 0;
  return tests.toSorted(compare).map(({ test }) => test);
}

/** Importers by file. */
function findImporters() {
  const known = new Set(sources);
  const found = new Map();
  for (const file of sources)
    for (const [, name] of read(file).matchAll(/(?:from|import\(?|vi\.mock\() ?'([#.][^']+)'/g)) {
      const imported = name.startsWith('#') ? name.slice(1) : posix.join(dirname(file), name);
      if (known.has(imported)) found.set(imported, [...(found.get(imported) ?? []), file]);
    }
  return found;
}

/** The place of a mutation, and its line with the change in brackets. */
function describeChange(file, { start, end, to, line }) {
  const text = read(file);
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const after = text.slice(end, text.indexOf('\n', end));
  return `${file}:${line}\n    ${`${before}[${text.slice(start, end)} → ${to || 'nothing'}]${after}`.trim().replace(/\s+/g, ' ')}`;
}
