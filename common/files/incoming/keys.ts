/** Latin letters, and the Cyrillic letters that look like them in small or in capital form. */
const LATIN = 'aceiopxykmthbïjsACEIOPXYKMTHBÏJS';
const CYRILLIC = 'асеіорхукмтнвїјѕАСЕІОРХУКМТНВЇЈЅ';

/**
 * Replaces Latin letters within words that have Cyrillic ones by the Cyrillic letters that they look like. A word with a Latin letter that
 * looks like none is mixed on purpose ("AgroКорм") and stays.
 */
export const foldLookalikes = (text: string): string =>
  text.replace(/[\p{L}\p{M}]+/gu, (word) => {
    if (!/\p{Script=Cyrillic}/u.test(word) || !/\p{Script=Latin}/u.test(word)) return word;
    const folded = [...word].map((letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter).join('');
    return /\p{Script=Latin}/u.test(folded) ? word : folded;
  });

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

/** True if two names have the same key. */
export const isSameName = (one: string, other: string) => toNameKey(one) === toNameKey(other);

/** Returns the key by which headings are compared: a name's key without marks around it, and with its letters of one alphabet. */
export const toHeadingKey = (text: string): string =>
  foldLookalikes(toNameKey(text))
    .replace(/^[*:.\s]+|[*:.\s]+$/g, '')
    .replace(/\s*\.\s*/g, '.');
