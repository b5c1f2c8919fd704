import { FileProblem } from './problem.ts';

export type FileKind = 'xlsx' | 'ods' | 'text';

/** Bytes from the start that show what a text is. */
const HEAD_BYTES = 4096;

const startsWith = (bytes: Uint8Array, signature: readonly number[]) => signature.every((byte, at) => bytes[at] === byte);
const OLE = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP = [0x50, 0x4b];
const PICTURES_AND_ARCHIVES = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x52, 0x61, 0x72, 0x21],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x1f, 0x8b],
];

/** Returns the kind of a file by its content, whatever its name is. Throws a `FileProblem` that names a kind that isn't read. */
export function detectKind(bytes: Uint8Array): FileKind {
  if (startsWith(bytes, OLE)) throw new FileProblem(isEncrypted(bytes) ? 'password' : 'old_excel');
  if (startsWith(bytes, ZIP)) return isOpenDocument(bytes) ? 'ods' : 'xlsx';
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) throw new FileProblem('pdf');
  if (PICTURES_AND_ARCHIVES.some((signature) => startsWith(bytes, signature))) throw new FileProblem('other_file');
  const head = decodeHead(bytes).trimStart();
  if (/^(?:<\?xml[^>]*>\s*)?(?:<\?mso-application[^>]*>\s*|<!--[\s\S]*?-->\s*)*<(?:\w+:)?Workbook[\s>]/.test(head)) {
    throw new FileProblem('xml_table');
  }
  if (/^(?:<!--[\s\S]*?-->\s*|<!doctype[^>]*>\s*)*<(?:html|head|body|table|meta|style)[\s>]/i.test(head))
    throw new FileProblem('web_table');
  if (/^<(?:\?xml|[a-z][\w:]*[\s>])/i.test(head)) throw new FileProblem('other_file');
  if (/^(?:\{\s*["}]|\[\s*[{["\]])/.test(head)) throw new FileProblem('json');
  return 'text';
}

function decodeHead(bytes: Uint8Array): string {
  const encoding = startsWith(bytes, [0xff, 0xfe]) ? 'utf-16le' : startsWith(bytes, [0xfe, 0xff]) ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes.subarray(0, HEAD_BYTES));
}

/** An encrypted workbook is an OLE document that contains a stream named EncryptedPackage, in UTF-16. */
function isEncrypted(bytes: Uint8Array): boolean {
  return new TextDecoder('utf-16le').decode(bytes).includes('EncryptedPackage');
}

/** The first entry of an OpenDocument file is its type, stored without compression. */
function isOpenDocument(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 200)).includes('mimetypeapplication/vnd.oasis.opendocument.spreadsheet');
}
