import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import i18next, { type TFunction } from 'i18next';
import type { Language } from '#contract/kinds.ts';
import { projectRoot } from '#server/db/start-error.ts';

/** What the server writes into files and mails; the other texts are the screens' own. */
const NAMESPACES = ['core', 'reports', 'operations', 'admin', 'pages'] as const;
const known = new Map<Language, Promise<TFunction>>();

/** The texts of a language, read when they are first needed: the same that the screens show. */
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
  // `us` is ours, not a language that plural rules know.
  const tag = language === 'us' ? 'en-US' : language;
  const files = NAMESPACES.map(
    async (name) => [name, JSON.parse(await readFile(join(projectRoot, 'locales', language, `${name}.json`), 'utf8'))] as const,
  );
  const instance = i18next.createInstance();
  return instance.init({
    lng: tag,
    load: 'currentOnly',
    fallbackLng: false,
    ns: [...NAMESPACES],
    defaultNS: 'core',
    resources: { [tag]: Object.fromEntries(await Promise.all(files)) },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}
