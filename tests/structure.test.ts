import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const FOLDERS = ['bin', 'contract', 'common', 'server', 'src', 'fixtures'];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.gen.ts'))
    .map((name) => join(folder, name).replaceAll('\\', '/')),
);
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const shipped = files.filter((file) => !isTest(file));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Import {
  from: string;
  to: string;
}

/** The project's own files that a file imports, as it names them: `./` within its folder, `#` from the root. */
const listImportPaths = (file: string) => [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+)'/g)].map(([, name = '']) => name);
const imports: Import[] = shipped.flatMap((from) =>
  listImportPaths(from).map((name) => ({
    from,
    to: name.startsWith('#') ? name.slice(1) : join(dirname(from), name).replaceAll('\\', '/'),
  })),
);

/** Whether a file of the left may import one of the right; the first rule that fits decides. */
const WALLS: [from: RegExp, allowed: RegExp][] = [
  [/^contract\//, /^contract\//],
  [/^common\//, /^(contract|common)\//],
  [/^src\/core\//, /^(contract|common|src\/core|locales)\//],
  [/^src\/domain\//, /^(contract|common|src\/(core|domain))\//],
  [/^src\/reports\//, /^(contract|common|src\/(core|domain|reports))\//],
  [/^src\/operations\//, /^(contract|common|src\/(core|domain|operations))\//],
  [/^src\/admin\//, /^(contract|common|src\/(core|domain|admin))\//],
  [/^src\//, /^(contract|common|src)\//],
  [/^server\/db\//, /^(contract|common|server\/db)\//],
  [/^server\/platform\//, /^(contract|common|server\/(db|platform))\//],
  [/^server\/domain\//, /^(contract|common|server\/(db|platform|domain))\//],
  [/^server\/reports\//, /^(contract|common|server\/(db|platform|domain|reports))\//],
  [/^server\/operations\//, /^(contract|common|server\/(db|platform|domain|operations))\//],
  [/^server\/admin\//, /^(contract|common|server\/(db|platform|domain|admin))\//],
  [/^server\//, /^(contract|common|server)\//],
  [/^fixtures\//, /^(contract|common|server|fixtures)\//],
  [/^bin\//, /^(contract|common|server|fixtures|bin)\//],
];

/** Under each folder what its parts (files and folders) import of each other: `folder` → part → parts. */
function groupByFolder(edges: readonly Import[]): Map<string, Map<string, Set<string>>> {
  const folders = new Map<string, Map<string, Set<string>>>();
  for (const { from, to } of edges) {
    const [a, b] = [from.split('/'), to.split('/')];
    let depth = 0;
    while (a[depth] === b[depth] && depth < a.length - 1) depth += 1;
    const [part, other] = [a[depth] ?? '', b[depth] ?? ''];
    if (part === other) continue;
    const folder = a.slice(0, depth).join('/') || '.';
    const parts = folders.get(folder) ?? new Map<string, Set<string>>();
    parts.set(part, (parts.get(part) ?? new Set()).add(other));
    folders.set(folder, parts);
  }
  return folders;
}

function circlesIn(folder: string, parts: Map<string, Set<string>>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (part: string, path: string[]): void => {
    if (path.includes(part)) circles.push(`${folder}: ${[...path.slice(path.indexOf(part)), part].join(' → ')}`);
    if (done.has(part) || path.includes(part)) return;
    for (const next of parts.get(part) ?? []) walk(next, [...path, part]);
    done.add(part);
  };
  for (const part of parts.keys()) walk(part, []);
  return circles;
}

describe('imports', () => {
  it('the scan finds many imports, so that an empty scan fails', () => expect(imports.length).toBeGreaterThan(200));

  it('run one way', () => {
    const crossing = imports
      .filter(({ from, to }) => !WALLS.find(([side]) => side.test(from))?.[1].test(to))
      .map(({ from, to }) => `${from} → ${to}`);
    expect(crossing).toEqual([]);
  });

  it('imports outside the own folder start at the root', () => {
    const climbing = files.flatMap((from) =>
      listImportPaths(from)
        .filter((name) => name.startsWith('..'))
        .map((name) => `${from} → ${name}`),
    );
    expect(climbing).toEqual([]);
  });

  it('only tests import tests and their shared parts', () => {
    const leaks = imports.filter(({ to }) => isTest(to) || to.startsWith('tests/')).map(({ from, to }) => `${from} → ${to}`);
    expect(leaks).toEqual([]);
  });

  it('the contract imports no package except zod', () => {
    const foreign = files
      .filter((file) => file.startsWith('contract/') && !isTest(file))
      .flatMap((file) => [...read(file).matchAll(/from '([^.#'][^']*)'/g)].map((match) => `${file}: ${match[1]}`))
      .filter((line) => !line.endsWith(': zod'));
    expect(foreign).toEqual([]);
  });

  it('shared code imports no package that renders or fetches', () => {
    const foreign = files
      .filter((file) => file.startsWith('common/') && !isTest(file))
      .flatMap((file) => [...read(file).matchAll(/^import (?!type ).*from '([^.#'][^']*)'/gm)].map((match) => match[1] ?? ''));
    expect([...new Set(foreign)].sort()).toEqual(['date-fns-tz', 'fflate', 'jspdf', 'jspdf-autotable']);
  });

  it('make no circle, between files or between folders', () => {
    expect([...groupByFolder(imports)].flatMap(([folder, parts]) => circlesIn(folder, parts))).toEqual([]);
  });

  it('folders have no import cycles either', () => {
    const turning = [
      { from: 'src/a/one.ts', to: 'src/b/two.ts' },
      { from: 'src/b/sub/three.ts', to: 'src/a/four.ts' },
    ];
    expect([...groupByFolder(turning)].flatMap(([folder, parts]) => circlesIn(folder, parts))).toEqual(['src: a → b → a']);
  });
});

describe('bodies of requests', () => {
  const READS_BODY =
    /\breq\.(json|text|arrayBuffer|blob|formData|parseBody)\(|\braw\.(body\b|(json|text|arrayBuffer|blob|formData|clone)\()|bodyLimit|header\('content-length'\)/;

  it('request bodies are read by one module, which limits their size and trusts no header', () => {
    const readers = shipped.filter((file) => file.startsWith('server/') && READS_BODY.test(read(file)));
    expect(readers).toEqual([]);
    expect(read('server/platform/http/body.ts')).toContain('request.body');
  });
});

describe('the ledger', () => {
  it('only the functions post_moves and reverse_moves of the database insert into it', () => {
    const writers = shipped.filter((file) => /\binsert into ledger\b|insertInto\('ledger'\)/.test(read(file)));
    expect(writers).toEqual([]);
    expect(read('server/domain/ledger.ts')).toContain('from post_moves(');
    expect(read('server/domain/reverse-moves.ts')).toContain('from reverse_moves(');
  });
});

describe('programs of the machine', () => {
  const files = [...FOLDERS, 'scripts', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs|js)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );

  it('code calls only the installer of a browser, git, and a program that every macOS has', () => {
    const called = files.flatMap((file) =>
      [...read(file).matchAll(/\b(?:spawn|exec|execFile|fork)(?:Sync)?\(\s*['"`]([^'"`]+)/g)].map(([, program]) => `${file}: ${program}`),
    );
    expect([...new Set(called)].sort()).toEqual([
      'scripts/browser.mjs: apt-get',
      'scripts/changed.mjs: git',
      'server/db/embedded-cluster.ts: /bin/ps',
      'tests/commits.test.ts: git',
    ]);
  });
});

const styles = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .sort();
/** In each of these the element that is asked about is a field, a button, a heading, a bar, or the lines of one list. */
const ASK_WITHIN = [
  'src/app/auth/field.module.css',
  'src/core/chart/chart.module.css',
  'src/core/grid/data-grid.module.css',
  'src/core/layout/page-header.module.css',
  'src/core/report/filters/filter-bar.module.css',
  'src/core/resource/list-grid.module.css',
  'src/operations/recording/recording.module.css',
];

describe('styles', () => {
  it('ask by :has only about small parts of a screen: the browser asks again at each node that comes or goes within', () => {
    const onScreen = (file: string) => read(file).replace(/@media print \{[\s\S]*?\n\}/g, '');
    expect(styles.length).toBeGreaterThan(50);
    expect(styles.filter((file) => onScreen(file).includes(':has('))).toEqual(ASK_WITHIN);
  });
});

/** A test may compute time in other ways than the clock that it checks. */
const CLOCK_OR_TEST = /^common\/format\/clock\.ts$|\.test\.tsx?$|^tests\//;
const ZONE_ARITHMETIC: [what: string, pattern: RegExp, allowed: RegExp][] = [
  ['another library of zones', /dayjs\/plugin\/(timezone|utc)|luxon|moment-timezone|dayjs\.tz\b/, /^tests\/structure\.test\.ts$/],
  ['date-fns-tz', /date-fns/, /^common\/format\/clock\.ts$|^tests\/structure\.test\.ts$/],
  // The contract asks only whether a zone is known.
  [
    'Intl by a zone',
    /\btimeZone\b(?!: 'UTC')/,
    new RegExp(`${CLOCK_OR_TEST.source}|^contract/operations/farms\\.ts$|^common/format/device-timezone\\.ts$`),
  ],
  ['the offset of the machine', /getTimezoneOffset/, /^tests\/structure\.test\.ts$/],
  [
    'the clock of the machine',
    /\.[gs]et(Hours|Minutes|Seconds|Date|Day|Month|FullYear)\(|\.to(Date|Time)String\(|new Date\(\s*[\w.!]+,/,
    CLOCK_OR_TEST,
  ],
];
const testFiles = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => `tests/${name.replaceAll('\\', '/')}`);

describe('files', () => {
  it('stay readable: none over 400 lines but tests', () => {
    const long = files
      .filter((file) => !isTest(file))
      .map((file) => ({ file, lines: read(file).split('\n').length }))
      .filter(({ lines }) => lines > 400);
    expect(long).toEqual([]);
  });

  it('ask the browser for nothing that an id needs https for', () => {
    const asking = files
      .filter((file) => file.startsWith('src/') && !isTest(file))
      .filter((file) => /\brandomUUID\b/.test(read(file).replace(/\/\*\*[\s\S]*?\*\//g, '')));
    expect(asking).toEqual([]);
  });

  it('leave the arithmetic of timezones to the clock, and never ask the machine’s own', () => {
    const strays = [...files, ...testFiles].flatMap((file) => {
      const text = read(file);
      return ZONE_ARITHMETIC.filter(([, pattern, allowed]) => !allowed.test(file) && pattern.test(text)).map(
        ([what]) => `${file}: ${what}`,
      );
    });
    expect(strays).toEqual([]);
  });

  it('derive the clock’s offsets from date-fns-tz, by the one function of it that is exact on a machine of any zone', () => {
    const clock = read('common/format/clock.ts').replace(/\/\*\*[\s\S]*?\*\//g, '');
    expect([...clock.matchAll(/import \{ (.*?) \} from 'date-fns[^']*'/g)].map(([, names]) => names)).toEqual(['formatInTimeZone']);
    expect(clock).not.toMatch(/\bIntl\b/);
  });

  it('write the title of the window in one file', () => {
    const writers = files.filter((file) => file.startsWith('src/') && !isTest(file) && /\bdocument\.title\b/.test(read(file)));
    expect(writers).toEqual(['src/core/ui/window-title.ts']);
  });

  it('format values in common/format alone', () => {
    const strays = files
      .filter((file) => file.startsWith('src/') && !isTest(file))
      .filter((file) => /\bIntl\.|\.toFixed\(|\.toLocale(String|DateString|TimeString)\(/.test(read(file)));
    expect(strays).toEqual([]);
  });
});
