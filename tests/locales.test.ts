import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Texts } from '#common/texts/merge-texts.ts';
import { LANGUAGES, type Language } from '#contract/kinds.ts';
import { filesOf, readFile, readTexts } from '#scripts/texts.ts';

const ROOT = join(import.meta.dirname, '..');
const PLURAL = /_(one|few|many|other)$/;

const flat = (tree: Texts, prefix = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`)));

const read = new Map(LANGUAGES.map((language) => [language, readTexts(language)]));
const NAMESPACES = Object.keys(read.get('uk') ?? {});
const texts = (language: Language, namespace: string) => new Map(flat(read.get(language)?.[namespace] ?? {}));

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

const base = (key: string) => key.replace(PLURAL, '');
const listKeys = (language: Language, namespace: string) => new Set([...texts(language, namespace).keys()].map(base));
const placeholders = (text: string) => [...new Set(text.match(/\{\{\s*\w+/g) ?? [])].sort().join();
const tag = (language: string) => (language === 'us' ? 'en-US' : language);

it.each(LANGUAGES)('files of %s are those of uk, each with the same texts', (language) => {
  const keysByFile = (one: Language) =>
    Object.fromEntries(filesOf(one).map((file) => [file, [...new Set(flat(readFile(one, file)).map(([key]) => base(key)))].sort()]));
  expect(keysByFile(language)).toEqual(keysByFile('uk'));
});

// `npx vitest run tests/locales.test.ts --update=all` generates the list.
it('the compiler’s list contains the keys of all texts', async () => {
  const keys = NAMESPACES.flatMap((namespace) => [...listKeys('uk', namespace)].map((key) => `${namespace}:${key}`));
  const lines = ['/** Every text by its key. Written by `npx vitest run tests/locales.test.ts -u`. */', 'export type TextKey ='];
  const source = [...lines, ...keys.sort().map((key) => `  | '${key}'`)].join('\n');
  await expect(`${source};\n`).toMatchFileSnapshot(join(ROOT, 'common/texts/text-keys.gen.ts'));
});

/** Beginnings of words that are spelled differently in the United States. */
const BRITISH =
  /\b(?:aluminium|analys(?:e[drs]?|ing)\b(?<!analyses)|behaviour|catalogue|cancell(?:ed|ing)|centre|cheque|colour|defence|favour|fibre|flavour|fuell|grey\b|harbour|honour|judgement|kilogramme|labell|labour|licence|litre|metabolis(?:e|able)|metre|modell|mould|neighbour|(?:author|emphas|maxim|minim|normal|optim|organ|real|recogn|summar|util)is(?:e|ing|ation)|plough|programme|sulph|tonnes?\b|towards|travell|tyre|vapour|whilst)/i;

it('American texts have no British spelling', () => {
  const found = NAMESPACES.flatMap((namespace) =>
    [...texts('us', namespace)].filter(([, text]) => BRITISH.test(text.replace(/\{\{.*?\}\}/g, ''))),
  );
  expect(found).toEqual([]);
});

describe.each(NAMESPACES)('%s', (namespace) => {
  const uk = texts('uk', namespace);

  it.each(LANGUAGES)('the texts have the same keys in %s as in uk', (language) => {
    expect([...listKeys(language, namespace)].sort()).toEqual([...listKeys('uk', namespace)].sort());
  });

  it.each(LANGUAGES)('leaves no text empty and fills the same values in %s', (language) => {
    for (const [key, text] of texts(language, namespace)) {
      expect(text.trim(), key).not.toBe('');
      const model = uk.get(key) ?? uk.get(`${base(key)}_other`) ?? '';
      if (!PLURAL.test(key)) expect(placeholders(text), key).toBe(placeholders(model));
    }
  });

  // `npm run new` marks the texts of its files.
  it.each(LANGUAGES)('leaves no text to be translated in %s', (language) => {
    expect([...texts(language, namespace)].filter(([, text]) => text.startsWith('TODO'))).toEqual([]);
  });

  it.each(LANGUAGES)('the texts have every plural form that %s needs', (language) => {
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

/**
 * Keys in the code are `ns:path`, complete or up to a `${`. A column's `texts` is the beginning of its cells' keys, a group that of its
 * codes' keys.
 */
const code = ['src', 'contract', 'common', 'server'].flatMap(sources).map((text) =>
  text
    .replace(/(\btexts: '|codeKey\(\s*')([\w:.]+)'/g, '$1$2.${')
    // A type names no text.
    .replace(/Under<'[^']+'>/g, ''),
);
const KEY = new RegExp(`(?:${NAMESPACES.join('|')}):[\\w.-]+(?:\\$\\{)?`, 'g');
const mentioned = code.flatMap((text) => text.match(KEY) ?? []);

describe('the code', () => {
  const all = NAMESPACES.flatMap((namespace) => [...listKeys('uk', namespace)].map((key) => `${namespace}:${key}`));

  it('uses only existing texts', () => {
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
