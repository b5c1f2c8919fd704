/** Latin letters that look like a Cyrillic one. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...{ a: 'а', c: 'с', e: 'е', i: 'і', o: 'о', p: 'р', x: 'х', y: 'у', k: 'к', m: 'м', t: 'т', h: 'н', b: 'в', ï: 'ї', j: 'ј', s: 'ѕ' },
};

/** Replaces Latin letters within words that have Cyrillic ones by the Cyrillic letters that they look like. */
export const foldLookalikes = (text: string): string =>
  text.replace(/[\p{L}\p{M}]+/gu, (word) =>
    /\p{Script=Cyrillic}/u.test(word) && /\p{Script=Latin}/u.test(word)
      ? [...word].map((letter) => LOOKALIKES[letter] ?? letter).join('')
      : word,
  );

/**
 * Returns the key by which names are compared: composed letters, small, single spaces, straight quotes and apostrophes, and nothing invisible.
 * The database computes the same key as `name_key`.
 */
export const toNameKey = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[’‘ʼʹ`´‛]/g, "'")
    .replace(/[«»“”„‟″]/g, '"')
    .toLowerCase();

/** Returns the key by which headings are compared: a name's key without marks around it, and with its letters of one alphabet. */
export const toHeadingKey = (text: string): string =>
  foldLookalikes(toNameKey(text))
    .replace(/^[*:.\s]+|[*:.\s]+$/g, '')
    .replace(/\s*\.\s*/g, '.');
