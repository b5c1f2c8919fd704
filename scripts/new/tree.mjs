// Changes of the source tree, written together at the end, so that a refusal leaves nothing behind.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The beginning of a text that nobody has translated. `tests/locales.test.ts` refuses texts that begin so. */
const UNTRANSLATED = 'TODO: ';

/** `languages` are the folders of `locales`. */
export function createTree(root, languages) {
  const changed = new Map();
  const read = (path) => changed.get(path) ?? readFileSync(join(root, path), 'utf8');

  function add(path, content) {
    if (existsSync(join(root, path))) throw new Error(`${path} exists already.`);
    changed.set(path, content);
  }

  /** Inserts a line before the first match of `before`. */
  function insert(path, before, line) {
    const text = read(path);
    const at = text.search(before);
    if (at === -1) throw new Error(`${path} has no ${before}.`);
    changed.set(path, `${text.slice(0, at)}${line}\n${text.slice(at)}`);
  }

  return {
    add,
    insert,

    /** Adds an import. Biome sorts the imports. */
    addImport: (path, line) => insert(path, /^import /m, line),

    /** Adds a file of texts by dotted key, in all languages; only English ones have no mark. */
    addTexts(file, texts) {
      for (const language of languages) {
        const tree = {};
        for (const [key, text] of Object.entries(texts)) put(tree, key.split('.'), toText(language, text));
        add(`locales/${language}/${file}`, toJson(tree));
      }
    },

    /** Adds one text to an existing file of all languages. */
    insertText(file, key, text) {
      for (const language of languages) {
        const path = `locales/${language}/${file}`;
        const tree = JSON.parse(read(path));
        put(tree, key.split('.'), toText(language, text));
        changed.set(path, toJson(tree));
      }
    },

    /** Adds keys to the compiler's list of texts. */
    addTextKeys(keys) {
      const path = 'common/texts/text-keys.gen.ts';
      const text = read(path);
      const lines = [...text.matchAll(/^ {2}\| '(.+?)';?$/gm)].map(([, key]) => key);
      const [head] = text.split('\n  | ');
      changed.set(
        path,
        `${head}\n${[...lines, ...keys]
          .sort()
          .map((key) => `  | '${key}'`)
          .join('\n')};\n`,
      );
    },

    paths: () => [...changed.keys()].sort(),

    write() {
      for (const [path, content] of changed) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), content);
      }
    },
  };
}

const ENGLISH = ['en', 'us'];
const toText = (language, text) => (ENGLISH.includes(language) ? text : `${UNTRANSLATED}${text}`);
const toJson = (tree) => `${JSON.stringify(tree, null, 2)}\n`;

function put(tree, [key, ...rest], text) {
  tree[key] = rest.length === 0 ? text : (tree[key] ?? {});
  if (rest.length > 0) put(tree[key], rest, text);
}

/** `feed-bins` in the spellings of files, code, database and texts. */
export function spell(name) {
  const words = name.split('-');
  const capital = (word) => word[0].toUpperCase() + word.slice(1);
  const one = [...words.slice(0, -1), toSingular(words.at(-1))];
  const camel = ([first, ...more]) => [first, ...more.map(capital)].join('');
  return {
    file: name,
    snake: words.join('_'),
    joined: words.join(''),
    many: camel(words),
    one: camel(one),
    table: one.join('_'),
    schema: one.map(capital).join(''),
  };
}

const toSingular = (word) => word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
