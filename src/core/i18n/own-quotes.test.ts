import i18next from 'i18next';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#contract/kinds.ts';
import { readTexts } from '#scripts/texts.ts';
import { languageTag } from './languages.ts';
import { ownQuotes } from './own-quotes.ts';

const QUESTIONS = ['core:confirm.delete', 'core:in_use', 'admin:lock.title', 'pages:periods.activate'] as const;

async function speaking(language: (typeof LANGUAGES)[number]) {
  const resources = { [languageTag(language)]: readTexts(language) };
  const instance = i18next.createInstance().use(ownQuotes);
  return instance.init({ lng: languageTag(language), resources, postProcess: [ownQuotes.name], interpolation: { escapeValue: false } });
}

test.each(LANGUAGES)('a name that has quotation marks gets none round it in %s', async (language) => {
  const t = await speaking(language);
  const quoted = (name: string) => new RegExp(`[«„“"]\\s?${name}\\s?[»“”"]`);
  expect(t('core:confirm.delete', { name: 'Зоря' })).toMatch(quoted('Зоря'));
  for (const question of QUESTIONS) {
    for (const name of ['ТОВ «Зоря»', '«Зоря»', 'Hof „Zorja“', 'Farm "Dawn"']) {
      const asked = t(question, { name });
      expect(asked).toContain(name);
      expect(asked).not.toMatch(quoted(name));
    }
  }
});

test('leaves names with a single mark and other quotes unchanged', async () => {
  const t = await speaking('en');
  expect(t('core:confirm.delete', { name: 'Belt 30" (new)' })).toBe('Delete “Belt 30" (new)”?');
  expect(t('core:confirm.delete', { name: 'Mix $& "a.b"' })).toBe('Delete Mix $& "a.b"?');
});
