import type { FILE_TYPES } from '#contract/stored-files.ts';

type FileType = (typeof FILE_TYPES)[number];

interface Kind {
  type: FileType;
  /** Allowed extensions. A file with another one gets the first. */
  extensions: readonly [string, ...string[]];
  /** Signatures in the first bytes, each at its place; of several words at a place, one is enough. */
  signs: readonly (readonly [at: number, words: readonly string[]])[];
}

const KINDS: readonly Kind[] = [
  { type: 'application/pdf', extensions: ['pdf'], signs: [[0, ['%PDF-']]] },
  { type: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'], signs: [[0, ['\xff\xd8\xff']]] },
  { type: 'image/png', extensions: ['png'], signs: [[0, ['\x89PNG\r\n\x1a\n']]] },
  {
    type: 'image/webp',
    extensions: ['webp'],
    signs: [
      [0, ['RIFF']],
      [8, ['WEBP']],
    ],
  },
  { type: 'image/heic', extensions: ['heic', 'heif'], signs: [[4, ['ftypheic', 'ftypheix', 'ftypmif1']]] },
];

/** Number of bytes that decide the type. */
export const TYPE_BYTES = 32;

/** The type by the first bytes, independently of the name; undefined for anything except a scan or photograph. */
export function fileTypeOf(bytes: Uint8Array): FileType | undefined {
  const begins = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, TYPE_BYTES)).toString('latin1');
  return KINDS.find(({ signs }) => signs.every(([at, words]) => words.some((word) => begins.startsWith(word, at))))?.type;
}

/** Max bytes of a name with its extension: file systems allow 255, and a copy gets a number. */
const LONGEST_NAME = 200;
/** Control characters and invisible ones: marks of direction, joiners, half characters, private ones. */
const UNSEEN = /[\p{C}\u2028\u2029]/gu;
/** Characters that Windows forbids in names, except the quotation mark, which people write and browsers replace. */
const REFUSED = /[<>:|?*]/g;
/** Names of devices on Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])$/i;

/**
 * A safe name for a file of that type: composed (NFC), without folders and invisible or forbidden characters, of limited length, and with
 * an extension of the type.
 */
export function cleanFileName(name: string, type: FileType): string {
  const { extensions } = KINDS.find((kind) => kind.type === type) as Kind;
  const visible = name.replace(UNSEEN, '').normalize('NFC').replace(REFUSED, ' ').replace(/\s+/g, ' ');
  const last = trimEnds(visible.split(/[\\/]/).findLast((part) => trimEnds(part) !== '') ?? '');
  const [, ownStem = last, extension = ''] = /^(.+)\.([^.]+)$/.exec(last) ?? [];
  const fits = (extensions as readonly string[]).includes(extension.toLowerCase());
  const stem = trimEnds(fits ? ownStem : last) || 'file';
  const ending = `.${fits ? extension : extensions[0]}`;
  const safe = DEVICE.test(stem.split('.')[0]?.trim() ?? '') ? `_${stem}` : stem;
  return `${cutBytes(safe, LONGEST_NAME - ending.length)}${ending}`;
}

const trimEnds = (text: string) => text.replace(/^[ .]+|[ .]+$/g, '');

/** The text, cut between characters to at most this many bytes of UTF-8. */
function cutBytes(text: string, most: number): string {
  let size = 0;
  let end = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > most) break;
    end += character.length;
  }
  return text.slice(0, end).replace(/[ .]+$/, '');
}
