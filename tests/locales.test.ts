import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#contract/kinds.ts';

const ROOT = join(import.meta.dirname, '..');
const NAMESPACES = ['core', 'reports', 'operations', 'admin', 'helpdesk', 'import', 'pages'];
const PLURAL = /_(one|few|many|other)$/;

type Tree = { [key: string]: string | Tree };

const flat = (tree: Tree, prefix = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`)));

function texts(language: string, namespace: string): Map<string, string> {
  try {
    return new Map(flat(JSON.parse(readFileSync(join(ROOT, 'locales', language, `${namespace}.json`), 'utf8')) as Tree));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
}

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

const base = (key: string) => key.replace(PLURAL, '');
const keysOf = (language: string, namespace: string) => new Set([...texts(language, namespace).keys()].map(base));
const placeholders = (text: string) => [...new Set(text.match(/\{\{\s*\w+/g) ?? [])].sort().join();
const tag = (language: string) => (language === 'us' ? 'en-US' : language);

describe.each(NAMESPACES)('%s', (namespace) => {
  const uk = texts('uk', namespace);

  it.each(LANGUAGES)('has the same keys in %s as in uk', (language) => {
    expect([...keysOf(language, namespace)].sort()).toEqual([...keysOf('uk', namespace)].sort());
  });

  it.each(LANGUAGES)('leaves no text empty and fills the same values in %s', (language) => {
    for (const [key, text] of texts(language, namespace)) {
      expect(text.trim(), key).not.toBe('');
      const model = uk.get(key) ?? uk.get(`${base(key)}_other`) ?? '';
      if (!PLURAL.test(key)) expect(placeholders(text), key).toBe(placeholders(model));
    }
  });

  it.each(LANGUAGES)('has every plural form that %s needs', (language) => {
    const found = texts(language, namespace);
    const needed = new Intl.PluralRules(tag(language)).resolvedOptions().pluralCategories;
    for (const key of new Set([...found.keys()].filter((one) => PLURAL.test(one)).map(base))) {
      expect(
        needed.filter((form) => !found.has(`${key}_${form}`)),
        key,
      ).toEqual([]);
    }
  });
});

/** Keys stand in the code as `ns:path`, whole or up to a `${`. A column's `texts` are the beginning of its cells' keys. */
const code = ['src', 'common', 'contract', 'server'].flatMap(sources).map((text) => text.replace(/(\btexts: ')([\w:.]+)'/g, '$1$2.${'));
const mentioned = code.flatMap((text) => text.match(/(?:core|reports|operations|admin|helpdesk|import|pages):[\w.]+(?:\$\{)?/g) ?? []);

describe('the code', () => {
  const all = NAMESPACES.flatMap((namespace) => [...keysOf('uk', namespace)].map((key) => `${namespace}:${key}`));

  it('asks for no text that isn’t there', () => {
    const known = new Set(all);
    const missing = mentioned.filter((key) => {
      if (key.endsWith('${')) return !all.some((one) => one.startsWith(key.slice(0, -2)));
      if (key.endsWith('.')) return !all.some((one) => one.startsWith(key));
      return !known.has(key);
    });
    expect([...new Set(missing)]).toEqual([]);
  });

  it('leaves no text unused', () => {
    const whole = new Set(mentioned);
    const beginnings = [...whole].filter((key) => key.endsWith('${')).map((key) => key.slice(0, -2));
    const unused = all.filter((key) => !whole.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)));
    expect(unused).toEqual([]);
  });
});
