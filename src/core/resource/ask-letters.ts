import i18next from 'i18next';
import { ask } from '#src/core/ui/question.ts';

/** Asks whether a name with Latin letters in Cyrillic words is right; true if a person keeps it, false for the Cyrillic spelling. */
export async function keepsLatinLetters(name: string, cyrillic: string): Promise<boolean> {
  // The texts belong to forms and files, and are absent from a page's first load.
  await i18next.loadNamespaces('import');
  return ask({
    title: i18next.t('core:unusual.title'),
    text: i18next.t('import:letters.text', { name, letters: listDifferent(name, cyrillic) }),
    confirm: i18next.t('import:letters.keep'),
    decline: i18next.t('import:letters.correct'),
  });
}

/** The Latin letters of the name that differ from the Cyrillic spelling, each once. */
function listDifferent(name: string, cyrillic: string): string {
  const expected = [...cyrillic];
  return [...new Set([...name].filter((letter, at) => letter !== expected[at]))].join(', ');
}
