import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

interface Packed {
  at: number;
  size: number;
  deflated: boolean;
}
export interface ZipFiles {
  /** The unpacked bytes of a file; undefined if the zip has no file of that name. */
  read(name: string): Promise<AsyncIterable<Buffer> | undefined>;
  close(): Promise<void>;
}

const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const LISTED = 0x02014b50;
const LISTED_BYTES = 46;
const HEAD = 0x04034b50;
const HEAD_BYTES = 30;
/** Bytes per read. */
const PIECE = 64 * 1024;
const LARGEST_DIRECTORY = 16 * 1024 * 1024;

/** Opens a zip by the directory at its end, and unpacks its files one at a time from disk. RangeError if it isn't a zip. */
export async function openZip(path: string): Promise<ZipFiles> {
  const file = await open(path);
  try {
    const files = await readDirectory(file);
    return { read: async (name) => unpacked(file, files.get(name)), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readDirectory(file: FileHandle): Promise<Map<string, Packed>> {
  const { size } = await file.stat();
  const tail = await bytesAt(file, Math.max(0, size - END_BYTES - LONGEST_COMMENT), size);
  let end = tail.length - END_BYTES;
  while (end >= 0 && tail.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new RangeError('no zip');
  const from = tail.readUInt32LE(end + 16);
  const length = tail.readUInt32LE(end + 12);
  if (length > LARGEST_DIRECTORY) throw new RangeError('the directory of the zip is too large');
  const listed = await bytesAt(file, from, from + length);
  const files = new Map<string, Packed>();
  for (let at = 0; at + LISTED_BYTES <= listed.length && listed.readUInt32LE(at) === LISTED; ) {
    const name = listed.readUInt16LE(at + 28);
    const next = at + LISTED_BYTES + name + listed.readUInt16LE(at + 30) + listed.readUInt16LE(at + 32);
    files.set(listed.toString('utf8', at + LISTED_BYTES, at + LISTED_BYTES + name), {
      at: listed.readUInt32LE(at + 42),
      size: listed.readUInt32LE(at + 20),
      deflated: listed.readUInt16LE(at + 10) !== 0,
    });
    at = next;
  }
  return files;
}

async function unpacked(file: FileHandle, packed: Packed | undefined): Promise<AsyncIterable<Buffer> | undefined> {
  if (!packed) return undefined;
  const head = await bytesAt(file, packed.at, packed.at + HEAD_BYTES);
  if (head.readUInt32LE(0) !== HEAD) throw new RangeError('no file of the zip');
  const start = packed.at + HEAD_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28);
  const bytes = Readable.from(pieces(file, start, start + packed.size), { objectMode: false });
  if (!packed.deflated) return bytes;
  const inflated = createInflateRaw();
  // `pipe` forwards no errors.
  bytes.on('error', (error: Error) => inflated.destroy(error));
  return bytes.pipe(inflated);
}

async function* pieces(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; at += PIECE) yield await bytesAt(file, at, Math.min(at + PIECE, to));
}

/** All requested bytes, or a RangeError. */
async function bytesAt(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
  if (bytesRead < to - from) throw new RangeError('the zip is cut');
  return buffer;
}
