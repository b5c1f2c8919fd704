// Finds the tests that a change can affect: by the import graph, features by the name of their folder, journeys by the addresses of their screens.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDERS = ['bin', 'common', 'contract', 'fixtures', 'server', 'src', 'tests'];
/** A file with this many imports is a registry. Registries connect all features, so the search ends there. */
const REGISTRY = 25;
/** The nearest tests that fit into two minutes on two cores. */
const MAX_TESTS = 25;
const MAX_JOURNEYS = 6;
/** Tests that read the whole tree. They take a second each. */
const ALWAYS = ['structure', 'names', 'english', 'locales', 'decisions'].map((name) => `tests/${name}.test.ts`);

const isTest = (file) => /\.test\.tsx?$/.test(file);
const isJourney = (file) => /\.spec\.ts$/.test(file);

/** Lists files that differ from a commit, and untracked files. */
export function listChanged(root, since) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...new Set([...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')])];
}

/** Reads the project's own files, each with the files that it imports at run time. */
export function readGraph(root) {
  const files = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs|sql)$/.test(name))
      .map((name) => join(folder, name).replaceAll('\\', '/')),
  );
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const named = [...text.matchAll(/(?:^import (?!type\b)[^;]*?from|^export [^;]*?from|^import|import\()\s*'([.#][^']+)'/gms)];
      const imports = named.map(([, name]) => (name.startsWith('#') ? name.slice(1) : join(dirname(file), name).replaceAll('\\', '/')));
      return [file, { text, imports: [...new Set(imports)] }];
    }),
  );
}

/** Returns the name of the feature that a file belongs to: `inout` of `server/reports/inout/query.ts`, or undefined outside of features. */
const findFeature = (file) => /^(?:contract|server|src|locales\/\w+)\/(?:reports|operations|admin)\/([\w-]+)/.exec(file)?.[1];

/** Maps each file that reaches a changed one to the number of steps between them. */
function measureDistances(graph, changed) {
  const importers = new Map();
  for (const [file, { imports }] of graph) {
    if (imports.length >= REGISTRY && !isTest(file)) continue;
    for (const name of imports) importers.set(name, [...(importers.get(name) ?? []), file]);
  }
  const distances = new Map(changed.map((file) => [file, 0]));
  for (const [file, steps] of distances) {
    for (const importer of importers.get(file) ?? []) if (!distances.has(importer)) distances.set(importer, steps + 1);
  }
  return distances;
}

/** Splits a file of journeys: the text that all of them share with their page models and helpers, and each journey by its line. */
function splitJourneys(graph, file) {
  const { text, imports } = graph.get(file);
  const helpers = imports.filter((name) => name.startsWith('tests/e2e/')).map((name) => graph.get(name)?.text ?? '');
  const lines = text.split('\n');
  const starts = lines.flatMap((line, index) => (/^\s*test\(/.test(line) ? [index] : []));
  return {
    shared: [...lines.slice(0, starts[0]), ...helpers].join('\n'),
    tests: starts.map((start, at) => ({ line: start + 1, text: lines.slice(start, starts[at + 1]).join('\n') })),
  };
}

/** Returns the file if all its journeys open one of these features, otherwise the journeys that do, as `file:line`. */
function findJourneys(graph, file, names) {
  const opens = (text) => names.some((name) => name.test(text));
  const { shared, tests } = splitJourneys(graph, file);
  return opens(shared) ? [file] : tests.filter(({ text }) => opens(text)).map(({ line }) => `${file}:${line}`);
}

/** Returns the unit tests and journeys to run for changed files, nearest first, and how many more the change may reach. */
export function findAffected(graph, changed) {
  const features = new Set(changed.map(findFeature).filter(Boolean));
  const distances = measureDistances(graph, changed);
  const nearness = (file) => (features.has(findFeature(file)) ? 0 : (distances.get(file) ?? Number.POSITIVE_INFINITY));
  const pick = (files, max) => {
    const reached = files.filter((file) => nearness(file) < Number.POSITIVE_INFINITY).toSorted((a, b) => nearness(a) - nearness(b));
    return { taken: reached.slice(0, max), leftOut: Math.max(0, reached.length - max) };
  };
  const names = [...features].map((feature) => new RegExp(`\\b${feature.replaceAll('-', '[-_]')}\\b`));
  const journeys = [...graph.keys()].filter(isJourney).flatMap((file) => {
    if (distances.has(file)) return [file];
    const found = findJourneys(graph, file, names);
    for (const journey of found) distances.set(journey, 1);
    return found;
  });
  const tests = pick([...graph.keys()].filter(isTest), MAX_TESTS);
  const opened = pick(journeys, MAX_JOURNEYS);
  return {
    tests: [...new Set([...ALWAYS.filter((file) => graph.has(file)), ...tests.taken])],
    journeys: opened.taken,
    leftOut: tests.leftOut + opened.leftOut,
  };
}
