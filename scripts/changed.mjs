// Finds the tests that a change can affect: by the import graph, features by the name of their folder, journeys by the addresses of their screens.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDERS = ['bin', 'common', 'contract', 'fixtures', 'server', 'src', 'tests'];
/** A file that imports this many others is a registry. Everything hangs together through registries, so that the graph ends there. */
const REGISTRY = 25;
/** The nearest tests that fit into two minutes on two cores. */
const MAX_TESTS = 25;
const MAX_JOURNEYS = 4;
/** They read the tree itself, and take a second each. */
const ALWAYS = ['structure', 'names', 'locales', 'decisions'].map((name) => `tests/${name}.test.ts`);

const isTest = (file) => /\.test\.tsx?$/.test(file);
const isJourney = (file) => /\.spec\.ts$/.test(file);

/** Lists the files that differ from a commit, and those that git doesn't know yet. */
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
const featureOf = (file) => /^(?:contract|server|src|locales\/\w+)\/(?:reports|operations|admin)\/([\w-]+)/.exec(file)?.[1];

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

/** The journey's own text and that of the page models and helpers that it imports. */
const readJourney = (graph, file) => [file, ...(graph.get(file)?.imports ?? [])].map((name) => graph.get(name)?.text ?? '').join('\n');

/** Returns the unit tests and journeys to run for changed files, nearest first, and how many more the change may reach. */
export function findAffected(graph, changed) {
  const features = new Set(changed.map(featureOf).filter(Boolean));
  const distances = measureDistances(graph, changed);
  const nearness = (file) => (features.has(featureOf(file)) ? 0 : (distances.get(file) ?? Number.POSITIVE_INFINITY));
  const pick = (files, max) => {
    const reached = files.filter((file) => nearness(file) < Number.POSITIVE_INFINITY).toSorted((a, b) => nearness(a) - nearness(b));
    return { taken: reached.slice(0, max), leftOut: Math.max(0, reached.length - max) };
  };
  const names = [...features].map((feature) => new RegExp(`\\b${feature.replaceAll('-', '[-_]')}\\b`));
  const journeys = [...graph.keys()].filter(isJourney);
  for (const file of journeys) {
    const text = readJourney(graph, file);
    if (!distances.has(file) && names.some((name) => name.test(text))) distances.set(file, 1);
  }
  const tests = pick([...graph.keys()].filter(isTest), MAX_TESTS);
  const opened = pick(journeys, MAX_JOURNEYS);
  return {
    tests: [...new Set([...ALWAYS.filter((file) => graph.has(file)), ...tests.taken])],
    journeys: opened.taken,
    leftOut: tests.leftOut + opened.leftOut,
  };
}
