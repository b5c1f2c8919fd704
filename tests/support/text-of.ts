import type { Texts } from '#common/texts/merge-texts.ts';
import type { Language } from '#contract/kinds.ts';
import { readTexts } from '#scripts/texts.ts';

const languages = new Map<string, Texts>();

/** The text or the group of texts of a key, as in the files. */
export function textsAt(language: Language, key: string): Texts | string | undefined {
  const texts = languages.get(language) ?? readTexts(language);
  languages.set(language, texts);
  return key.split(/[:.]/).reduce<Texts | string | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), texts);
}

/** The text of a key, which must exist. */
export function textOf(language: Language, key: string): string {
  const text = textsAt(language, key);
  if (typeof text !== 'string') throw new Error(`${language} has no text ${key}`);
  return text;
}
