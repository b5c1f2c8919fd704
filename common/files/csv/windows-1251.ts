/** The byte of each letter, computed with the browser's decoder, because browsers have an encoder only for UTF-8. */
function bytesOfLetters(): ReadonlyMap<string, number> {
  const letters = new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return new Map(Array.from(letters, (letter, byte) => [letter, byte]));
}

const UNKNOWN = '?'.charCodeAt(0);
const ACCENTS = /\p{Mn}/gu;
/** The Ukrainian apostrophe as phones type it becomes the table's apostrophe. */
const APOSTROPHE = /ʼ/g;

/** Encodes text in Windows-1251. A letter that it lacks loses its accent (`é` becomes `e`) or becomes a question mark. */
export function toWindows1251(text: string): Uint8Array<ArrayBuffer> {
  const bytes = bytesOfLetters();
  const letters = Array.from(
    text.replace(APOSTROPHE, '’').normalize('NFC'),
    (letter) => bytes.get(letter) ?? bytes.get(letter.normalize('NFD').replace(ACCENTS, '')) ?? UNKNOWN,
  );
  return Uint8Array.from(letters);
}
