// Texts for the bundler: each report, resource or screen has a source file, and the browser loads one file per language and namespace.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { FIRST_TEXTS } from '../common/texts/first-texts.ts';
import { mergeTexts, type Texts } from '../common/texts/merge-texts.ts';

const locales = join(import.meta.dirname, '../locales');
/** Files of a language, for example `reports/inout.json`. */
export const filesOf = (language: string) =>
  readdirSync(join(locales, language), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replaceAll('\\', '/'))
    .sort();

export const readFile = (language: string, name: string) => JSON.parse(readFileSync(join(locales, language, name), 'utf8')) as Texts;
/** Texts of a language by namespace. */
export const readTexts = (language: string): Record<string, Texts> =>
  mergeTexts(filesOf(language).map((name) => [name, readFile(language, name)] as const));

/** Modules that list loadable texts: those of every page, and all others, whose names the sign-in page needn't load. */
const LISTS: Record<string, (name: string) => boolean> = {
  'virtual:texts': (name) => isFirst(name),
  'virtual:more-texts': (name) => !isFirst(name),
};
const isFirst = (name: string) => FIRST_TEXTS.some((first) => first === name);
/** The module id of a namespace: the path that its file would have. */
const NAMESPACE = /\/locales\/(\w+)\/(\w+)\.json$/;

/** Vite plugin. `virtual:texts` and `virtual:more-texts` list the loadable texts by `<language>/<namespace>`. */
export function texts(): Plugin {
  const cache = new Map<string, Record<string, Texts>>();
  const getTexts = (language: string) => {
    const read = cache.get(language) ?? readTexts(language);
    cache.set(language, read);
    return read;
  };
  return {
    name: 'texts',
    resolveId(id) {
      if (id in LISTS) return `\0${id}`;
      const [, language, name] = NAMESPACE.exec(id) ?? [];
      return language ? join(locales, language, `${name}.json`) : null;
    },
    load(id) {
      const isListed = LISTS[id.slice(1)];
      if (isListed) {
        const lines = readdirSync(locales).flatMap((language) =>
          Object.keys(getTexts(language))
            .filter(isListed)
            .map((name) => `'${language}/${name}': () => import('/locales/${language}/${name}.json')`),
        );
        return `export const texts = {${lines.sort().join(',\n')}};`;
      }
      const [, language = '', name = ''] = NAMESPACE.exec(id.replaceAll('\\', '/')) ?? [];
      if (!name) return null;
      for (const file of filesOf(language)) this.addWatchFile(join(locales, language, file));
      return JSON.stringify(getTexts(language)[name]);
    },
    watchChange(id) {
      if (id.startsWith(locales)) cache.clear();
    },
  };
}
