import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { findMutations } from '#scripts/mutations.mjs';

/** The mutations of a line of code, as "from → to". */
const listChanges = (text: string, file = 'server/reports/sql/line.ts') =>
  findMutations(text, file).map(({ start, end, to }) => `${text.slice(start, end)} → ${to}`.trim());

test.each([
  ['if (a < b) f();', ['< → <=', 'a < b → !(a < b)']],
  ['const c = a && !b;', ['&& → ||', '! →']],
  ['const c = a ?? 0;', ['?? 0 →', '0 → 1']],
  ['const c = xs.some((x) => x === true);', ['some → every', '=== → !==', 'true → false']],
  ['const c = sql`sum(kg) where a >= 1 and not deleted`;', ['sum → max', '>= → >', 'and not deleted →', 'and → or', 'not  →', '1 → 2']],
  ["const c = 'coalesce(waiting, 0)';", ['coalesce(waiting, 0) → waiting', '0 → 1']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template
  ['const c = sql`day between 1 and ${to} and ${inScope(scope)}`;', ['and ${inScope(scope)} →', 'and → or', '1 → 2']],
])('findMutations changes operators, conditions, constants and clauses: %s', (text, changes) => {
  expect(listChanges(text).toSorted()).toEqual(changes.toSorted());
});

test.each([
  'import { a } from "./a.ts";',
  '// where a < 1 and b',
  'type Size = 1 | 2;',
  'const c = sql`a -- sum(kg) where b = 1`;',
  "throw new Error('select a farm from the list where it is 1');",
  "log.info('count(1) is null');",
  "const c = a + ' of a name';",
])('findMutations leaves alone types, comments, messages and text: %s', (text) => {
  expect(listChanges(text)).toEqual([]);
});

test('findMutations finds SQL only on the server, because screens have none', () => {
  expect(listChanges("const c = 'max(10px, 1em)';", 'src/core/ui/line.ts')).toEqual([]);
});

test('each mutation of a file changes its line and leaves code that can be parsed', () => {
  for (const file of ['server/domain/feed-needs.ts', 'server/operations/stocks/count.ts', 'src/core/grid/data-grid.tsx']) {
    const text = readFileSync(file, 'utf8');
    const mutations = findMutations(text, file);
    expect(mutations.length).toBeGreaterThan(10);
    for (const { start, end, to, line } of mutations) {
      const mutated = text.slice(0, start) + to + text.slice(end);
      expect(mutated.split('\n')[line - 1]).not.toBe(text.split('\n')[line - 1]);
      expect(parseSync(file, mutated).errors, `${file}:${line} ${to}`).toEqual([]);
    }
  }
});
