import { foldLookalikes } from '#common/files/incoming/keys.ts';

/** Returns the spelling under which a name is saved: asks about a Latin letter in a Cyrillic word, and returns other names as they are. */
export async function chooseSpelling(name: string): Promise<string> {
  const cyrillic = foldLookalikes(name);
  if (cyrillic === name) return name;
  const { keepsLatinLetters } = await import('./ask-letters.ts');
  return (await keepsLatinLetters(name, cyrillic)) ? name : cyrillic;
}
