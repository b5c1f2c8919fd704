import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const mantine = join(root, 'node_modules/@mantine');
const PACKAGES = ['core', 'dates', 'spotlight'];
const read = (file: string) => readFileSync(file, 'utf8');
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));

/** Returns a module's imports: names and sources. */
const listImports = (file: string) =>
  [...read(file).matchAll(/import\s+(?!type\b)(?:[\w$]+\s*,?\s*)?(?:\{([^}]*)\}\s*)?(?:from\s*)?['"]([^'"]+)['"]/g)].map(
    ([, names = '', from = '']) => ({
      names: names.split(',').map((name) => name.trim().split(' ')[0] ?? ''),
      from,
    }),
  );

/** The library's modules by component name. */
const modules = new Map(
  PACKAGES.flatMap((name) =>
    filesIn(join(mantine, name, 'esm'), /\.mjs$/).map((file): [string, string] => [`@mantine/${name} ${basename(file, '.mjs')}`, file]),
  ),
);
const imported = (file: string): string[] =>
  listImports(file).flatMap(({ names, from }) => {
    if (from.startsWith('.') && file.startsWith(mantine)) return [resolve(dirname(file), from)].filter(existsSync);
    return names.flatMap((name) => modules.get(`${from} ${name}`) ?? []);
  });

/** Components with their own styles that the program uses. */
function styledComponents(): string[] {
  const found = new Set(filesIn(join(root, 'src'), /(?<!\.test)\.tsx?$/));
  for (const file of found) for (const next of imported(file)) found.add(next);
  return [...found]
    .filter((file) => file.startsWith(join(mantine, 'core')) && file.endsWith('.module.mjs'))
    .map((file) => basename(file, '.module.mjs'));
}

test('imports the styles of exactly the components that are used, in the library’s order', () => {
  const list = listImports(join(import.meta.dirname, 'component-styles.ts')).map(({ from }) => from);
  const all = read(join(mantine, 'core/styles.layer.css'));
  const styles = styledComponents().map((name) => {
    const file = `@mantine/core/styles/${name}.layer.css`;
    return { file, place: all.indexOf(/\.m_[0-9a-f]+/.exec(read(join(root, 'node_modules', file)))?.[0] ?? '?') };
  });
  expect(styles.length).toBeGreaterThan(40);
  expect(styles.filter(({ place }) => place < 0)).toEqual([]);
  expect(list).toEqual(styles.toSorted((a, b) => a.place - b.place).map(({ file }) => file));
});
