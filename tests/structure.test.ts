import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const FOLDERS = ['contract', 'server', 'src', 'fixtures'];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.gen.ts'))
    .map((name) => join(folder, name).replaceAll('\\', '/')),
);
/** Tests, and what they share: `test-*` beside them. */
const isTest = (file: string) => /\.test\.tsx?$|\/test-[\w-]+\.tsx?$/.test(file);

interface Import {
  from: string;
  to: string;
}

/** Imports of the project's own files; each as paths from the root. */
const imports: Import[] = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) => ({
    from: file,
    to: relative(root, resolve(root, dirname(file), match[1] ?? '')).replaceAll('\\', '/'),
  }));
});

/** Whether a file of the left may import one of the right; the first rule that fits decides. */
const WALLS: [from: RegExp, allowed: RegExp][] = [
  [/^contract\//, /^contract\//],
  // Pure ground, of which the server makes its files too (docs/decisions/020-deliveries-of-reports.md).
  [/^src\/core\/(format|export)\//, /^(contract|src\/core\/(format|export))\//],
  [/^src\/core\//, /^(contract|src\/core|locales)\//],
  [/^src\/(reports)\//, /^(contract|src\/core|src\/reports)\//],
  [/^src\/(operations)\//, /^(contract|src\/core|src\/operations)\//],
  [/^src\/(admin)\//, /^(contract|src\/core|src\/admin)\//],
  [/^src\//, /^(contract|src)\//],
  [/^server\/db\//, /^(contract|server\/db)\//],
  [/^server\/core\//, /^(contract|server\/db|server\/core)\//],
  [/^server\/admin\/archives\//, /^(contract|server\/db|server\/core|server\/admin|src\/core\/(format|export))\//],
  [/^server\/reports\/subscriptions\//, /^(contract|server\/db|server\/core|server\/reports|src\/core\/(format|export))\//],
  [/^server\/reports\//, /^(contract|server\/db|server\/core|server\/reports|src\/core\/format)\//],
  [/^server\/operations\//, /^(contract|server\/db|server\/core|server\/operations)\//],
  [/^server\/admin\//, /^(contract|server\/db|server\/core|server\/admin)\//],
  [/^server\//, /^(contract|server|fixtures)\//],
  [/^fixtures\//, /^(contract|server|fixtures)\//],
];

describe('imports', () => {
  it('are many, so that an empty scan is no pass', () => expect(imports.length).toBeGreaterThan(200));

  it('run one way', () => {
    const crossing = imports
      .filter(({ from }) => !isTest(from))
      .filter(({ from, to }) => !WALLS.find(([side]) => side.test(from))?.[1].test(to))
      .map(({ from, to }) => `${from} → ${to}`);
    expect(crossing).toEqual([]);
  });

  it('of tests and what they share are made by tests alone', () => {
    const leaks = imports.filter(({ from, to }) => isTest(to) && !isTest(from)).map(({ from, to }) => `${from} → ${to}`);
    expect(leaks).toEqual([]);
  });

  it('of packages stay out of the contract, but for zod', () => {
    const foreign = files
      .filter((file) => file.startsWith('contract/') && !isTest(file))
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(/from '([^.'][^']*)'/g)].map((match) => `${file}: ${match[1]}`),
      )
      .filter((line) => !line.endsWith(': zod'));
    expect(foreign).toEqual([]);
  });

  it('of packages that draw or fetch stay out of what the server shares with the client', () => {
    const foreign = files
      .filter((file) => /^src\/core\/(format|export)\//.test(file) && !isTest(file))
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(/^import (?!type ).*from '([^.'][^']*)'/gm)].map((match) => match[1] ?? ''),
      );
    expect([...new Set(foreign)].sort()).toEqual(['fflate', 'jspdf', 'jspdf-autotable']);
  });

  it('make no circle', () => {
    const next = new Map<string, string[]>();
    for (const { from, to } of imports) if (!isTest(from)) next.set(from, [...(next.get(from) ?? []), to]);
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (file: string, path: string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      if (done.has(file) || path.includes(file)) return;
      for (const target of next.get(file) ?? []) walk(target, [...path, file]);
      done.add(file);
    };
    for (const file of next.keys()) walk(file, []);
    expect(circles).toEqual([]);
  });
});

describe('programs of the machine', () => {
  const files = ['server', 'src', 'fixtures', 'scripts', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs|js)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );

  it('are none but the installer of a browser, and what every macOS has', () => {
    const called = files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\b(?:spawn|exec|execFile|fork)(?:Sync)?\(\s*['"`]([^'"`]+)/g)].map(
        ([, program]) => `${file}: ${program}`,
      ),
    );
    expect([...new Set(called)].sort()).toEqual(['scripts/browser.mjs: apt-get', 'server/db/embedded-cluster.ts: /bin/ps']);
  });
});

describe('files', () => {
  it('stay readable: none over 400 lines but tests', () => {
    const long = files
      .filter((file) => !isTest(file))
      .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length }))
      .filter(({ lines }) => lines > 400);
    expect(long).toEqual([]);
  });

  it('ask the browser for nothing that an id needs https for', () => {
    const asking = files
      .filter((file) => file.startsWith('src/') && !isTest(file))
      .filter((file) => /\brandomUUID\b/.test(readFileSync(join(root, file), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '')));
    expect(asking).toEqual([]);
  });

  it('format values in core/format alone', () => {
    const strays = files
      .filter((file) => file.startsWith('src/') && !file.startsWith('src/core/format/') && !isTest(file))
      .filter((file) => /\bIntl\.|\.toFixed\(|\.toLocale(String|DateString|TimeString)\(/.test(readFileSync(join(root, file), 'utf8')));
    expect(strays).toEqual([]);
  });
});
