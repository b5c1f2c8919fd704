/**
 * Normalises a text for search, so that hasty typing finds it: lower case and single spaces, without diacritics, quotes and invisible
 * signs. Names with the same key (`toNameKey`) become equal.
 */
export const toSearchText = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}|\p{Cf}|["'`´‘-‟ʹʼ″«»]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/ł/g, 'l')
    .replace(/ß/g, 'ss');

/** True if the text contains the typed one. */
export const includesText = (text: string, typed: string) => toSearchText(text).includes(toSearchText(typed).trim());
