import type { FILE_TYPES } from '#contract/operations/delivery-documents.ts';

type FileType = (typeof FILE_TYPES)[number];

const SIGNS: readonly (readonly [FileType, at: number, signs: readonly string[]])[] = [
  ['application/pdf', 0, ['%PDF-']],
  ['image/jpeg', 0, ['\xff\xd8\xff']],
  ['image/png', 0, ['\x89PNG\r\n\x1a\n']],
  ['image/webp', 8, ['WEBP']],
  ['image/heic', 4, ['ftypheic', 'ftypheix', 'ftypmif1']],
];

/** What a file is by its first bytes, whatever it is called; undefined for what nobody photographs or scans a paper as. */
export function fileTypeOf(bytes: Uint8Array): FileType | undefined {
  const begins = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 32)).toString('latin1');
  return SIGNS.find(([, at, signs]) => signs.some((sign) => begins.startsWith(sign, at)))?.[0];
}
