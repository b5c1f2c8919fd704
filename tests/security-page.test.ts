import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const rows = page.split('\n').filter((line) => /^\| V\d/.test(line));

it('the security page names existing tests, or states that none exists', () => {
  const named = rows.flatMap((row) => [...(row.split('|')[4] ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => file as string));
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((file) => !/\.(test|spec)\.tsx?$/.test(file) || !existsSync(join(root, file)))).toEqual([]);
  const bare = rows.filter((row) => !row.includes('.test.ts') && !row.includes('.spec.ts'));
  expect(bare.filter((row) => !/\| — \| [^|]+ \|$|not used \| \| \| \|$/.test(row))).toEqual([]);
});

it('each property names its attacks by existing groups, or states that none was tried', () => {
  const tried = rows.filter((row) => !row.includes('| not used |')).map((row) => (row.split('|')[5] ?? '').trim());
  expect(tried.filter((text) => !/^(not tried|by hand: .+|`\w+`.*)$/.test(text))).toEqual([]);
  const groups = tried.flatMap((text) => [...(text.split('by hand')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name as string));
  expect(new Set(groups).size).toBeGreaterThan(4);
  const known = [...readFileSync(join(root, 'tests/attack/groups.ts'), 'utf8').matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => name);
  expect(groups.filter((name) => !known.includes(name))).toEqual([]);
});

it('the page has every chapter, and a list of missing properties', () => {
  const chapters = new Set(rows.map((row) => Number(/^\| V(\d+)/.exec(row)?.[1])));
  expect([...chapters].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
  expect(page).toContain('## Not kept');
});
