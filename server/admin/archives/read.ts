import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { invalid } from '../../core/errors.ts';
import { migrations } from '../../db/migrate.ts';
import { type ArchivedPerson, checksumOf, FORMAT, MANIFEST_FILE, type Manifest, PEOPLE_FILE } from './format.ts';

/** No file that was ever written into an archive is larger when it is unpacked. */
const LARGEST_PART = 128 * 1024 * 1024;

export interface Archive {
  manifest: Manifest;
  people: ArchivedPerson[];
  /** The rows of a file, as they were written. */
  lines(name: string): string[];
}

/** Opens an archive; 400 at `file` when it is none, is cut or changed, or comes of a newer version. */
export async function openArchive(file: string): Promise<Archive> {
  const bytes = new Uint8Array(await readFile(file));
  const unpack = (wanted: string): Uint8Array => {
    try {
      const found = unzipSync(bytes, { filter: ({ name, originalSize }) => name === wanted && originalSize <= LARGEST_PART })[wanted];
      if (found) return found;
    } catch {
      // Said below, as for what is missing.
    }
    throw invalid('file', 'damaged_archive');
  };
  const manifest = parse<Manifest>(text(unpack(MANIFEST_FILE)));
  demandReadable(manifest);
  const lines = (name: string): string[] => {
    const part = unpack(name);
    if (checksumOf(part) !== manifest.checksums[name]) throw invalid('file', 'damaged_archive');
    return text(part).split('\n').slice(0, -1);
  };
  const people = lines(PEOPLE_FILE).map((line) => parse<ArchivedPerson>(line));
  if (people.length !== manifest.people) throw invalid('file', 'damaged_archive');
  return { manifest, people, lines };
}

function demandReadable(manifest: Manifest): void {
  if (typeof manifest?.format !== 'string' || !manifest.format.startsWith('manger client ')) throw invalid('file', 'damaged_archive');
  if (manifest.format !== FORMAT) throw invalid('file', 'newer_archive');
  const parts = [manifest.migrations, manifest.tables, manifest.months, manifest.client?.modules];
  if (!parts.every(Array.isArray) || !manifest.checksums || !manifest.sums) throw invalid('file', 'damaged_archive');
  const known = new Set(migrations().map(({ name }) => name));
  if (manifest.migrations.some((name) => !known.has(name))) throw invalid('file', 'newer_archive');
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function parse<T>(line: string): T {
  try {
    return JSON.parse(line) as T;
  } catch {
    throw invalid('file', 'damaged_archive');
  }
}
