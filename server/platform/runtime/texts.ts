import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import i18next, { type TFunction } from 'i18next';
import { mergeTexts } from '#common/texts/merge-texts.ts';
import type { Language } from '#contract/kinds.ts';
import { projectRoot } from '#server/db/start-error.ts';

const known = new Map<Language, Promise<TFunction>>();

/** The texts of a language, the same as on screens. Read at the first use. */
export function textsOf(language: Language): Promise<TFunction> {
  let texts = known.get(language);
  if (!texts) {
    texts = load(language);
    known.set(language, texts);
    texts.catch(() => known.delete(language));
  }
  return texts;
}

async function load(language: Language): Promise<TFunction> {
  // Plural rules don't know `us`, which is our own name.
  const tag = language === 'us' ? 'en-US' : language;
  const folder = join(projectRoot, 'locales', language);
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'));
  const files = names.map(async (name) => [name.replaceAll('\\', '/'), JSON.parse(await readFile(join(folder, name), 'utf8'))] as const);
  const texts = mergeTexts(await Promise.all(files));
  const instance = i18next.createInstance();
  return instance.init({
    lng: tag,
    load: 'currentOnly',
    fallbackLng: false,
    ns: Object.keys(texts),
    defaultNS: 'core',
    resources: { [tag]: texts },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}
