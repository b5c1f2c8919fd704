/** The byte of each letter, out of the decoder that every browser has: there is an encoder for UTF-8 alone. */
function bytesOfLetters(): ReadonlyMap<string, number> {
  const letters = new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return new Map(Array.from(letters, (letter, byte) => [letter, byte]));
}

const UNKNOWN = '?'.charCodeAt(0);
const ACCENTS = /\p{Mn}/gu;
/** The Ukrainian apostrophe, as it is typed on a phone, is the one of the table. */
const APOSTROPHE = /ʼ/g;

/** Text in Windows-1251. A letter that it lacks loses its accent (`é` is `e`); one that it lacks altogether is a question mark. */
export function toWindows1251(text: string): Uint8Array<ArrayBuffer> {
  const bytes = bytesOfLetters();
  const letters = Array.from(
    text.replace(APOSTROPHE, '’').normalize('NFC'),
    (letter) => bytes.get(letter) ?? bytes.get(letter.normalize('NFD').replace(ACCENTS, '')) ?? UNKNOWN,
  );
  return Uint8Array.from(letters);
}
