import { Inflate } from 'fflate';
import { FileProblem } from './problem.ts';

/** Bytes that all parts of a workbook that are read may unpack to: ten thousand full rows are a third of it. */
export const LARGEST_UNPACKED = 64 * 1024 * 1024;
/** Entries that a zip may list. */
const MAX_ENTRIES = 5000;
/** Bytes that are unpacked at once: each may become a thousand, before the sum is looked at. */
const PIECE = 16 * 1024;

const [END, LISTED, HEAD] = [0x06054b50, 0x02014b50, 0x04034b50];
const [END_BYTES, LISTED_BYTES, HEAD_BYTES] = [22, 46, 30];
const LONGEST_COMMENT = 65_535;

interface Entry {
  at: number;
  size: number;
  deflated: boolean;
}

/**
 * Opens a zip by the directory at its end; returns a function that unpacks the entry of a name as text, undefined if there is none. All that is
 * unpacked counts against one bound, whatever sizes the zip claims. Throws a `FileProblem`: 'unreadable', or 'too_much' past the bound.
 */
export function openPackage(bytes: Uint8Array): (name: string) => string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = read(() => readEntries(bytes, view));
  let left = LARGEST_UNPACKED;
  return (name) => {
    const entry = entries.get(name);
    if (!entry) return undefined;
    const whole = read(() => inflate(bytes, view, entry, left));
    left -= whole.byteLength;
    return new TextDecoder().decode(whole);
  };
}

/** Throws `unreadable` if the bytes end early or are no zip. */
function read<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof FileProblem ? error : new FileProblem('unreadable');
  }
}

function readEntries(bytes: Uint8Array, view: DataView): Map<string, Entry> {
  let end = bytes.byteLength - END_BYTES;
  const furthest = Math.max(0, end - LONGEST_COMMENT);
  while (end >= furthest && view.getUint32(end, true) !== END) end -= 1;
  if (end < furthest) throw new FileProblem('unreadable');
  const count = view.getUint16(end + 10, true);
  if (count > MAX_ENTRIES) throw new FileProblem('too_much');
  const entries = new Map<string, Entry>();
  const decoder = new TextDecoder();
  for (let at = view.getUint32(end + 16, true), turn = 0; turn < count; turn += 1) {
    if (view.getUint32(at, true) !== LISTED) throw new FileProblem('unreadable');
    const length = view.getUint16(at + 28, true);
    const name = decoder.decode(bytes.subarray(at + LISTED_BYTES, at + LISTED_BYTES + length)).replace(/^\//, '');
    entries.set(name, {
      at: view.getUint32(at + 42, true),
      size: view.getUint32(at + 20, true),
      deflated: view.getUint16(at + 10, true) !== 0,
    });
    at += LISTED_BYTES + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function inflate(bytes: Uint8Array, view: DataView, { at, size, deflated }: Entry, most: number): Uint8Array {
  if (view.getUint32(at, true) !== HEAD) throw new FileProblem('unreadable');
  const from = at + HEAD_BYTES + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const packed = bytes.subarray(from, from + size);
  const parts: Uint8Array[] = [];
  let sum = 0;
  const keep = (part: Uint8Array) => {
    sum += part.byteLength;
    if (sum > most) throw new FileProblem('too_much');
    parts.push(part);
  };
  if (deflated) {
    const stream = new Inflate(keep);
    for (let next = 0; next < packed.byteLength; next += PIECE) {
      stream.push(packed.subarray(next, next + PIECE), next + PIECE >= packed.byteLength);
    }
  } else keep(packed);
  const whole = new Uint8Array(sum);
  let next = 0;
  for (const part of parts) {
    whole.set(part, next);
    next += part.byteLength;
  }
  return whole;
}
