import { createHash } from 'node:crypto';
import { linesOf } from '#server/db/lines.ts';
import { migrations } from '#server/db/migrate.ts';
import { invalid } from '#server/platform/errors.ts';
import { ArchivedPerson, FORMAT, isSignedHere, MANIFEST_FILE, Manifest, PEOPLE_FILE, SIGNATURE_FILE } from './format.ts';
import { openZip, type ZipFiles } from './open-zip.ts';

/** No file that was ever written into an archive is larger when it is unpacked, and no line is. */
const LARGEST_PART = 128 * 1024 * 1024;
const LONGEST_LINE = 16 * 1024 * 1024;
const LARGEST_MANIFEST = 16 * 1024 * 1024;

export interface Archive {
  manifest: Manifest;
  people: ArchivedPerson[];
  /** Made and signed by this installation, and not changed since. */
  own: boolean;
  /** The rows of a file, as they were written, batch by batch; at the end it is known whether they are as they were. */
  lines(name: string): AsyncGenerator<string[], void, void>;
  close(): Promise<void>;
}

const damaged = () => invalid('file', 'damaged_archive');

/** Opens an archive; 400 at `file` when it is none, is cut or changed, or comes of a newer version. `secret`: what this installation signs with. */
export async function openArchive(path: string, secret: string): Promise<Archive> {
  const zip = await openZip(path).catch((error) => {
    throw error instanceof RangeError ? damaged() : error;
  });
  try {
    const manifestText = await wholeOf(zip, MANIFEST_FILE);
    if (!manifestText) throw damaged();
    const manifest = manifestOf(parse(manifestText.toString()));
    const own = isSignedHere(secret, manifestText, await wholeOf(zip, SIGNATURE_FILE));
    const lines = (name: string) => linesIn(zip, name, manifest.checksums);
    const people: ArchivedPerson[] = [];
    for await (const batch of lines(PEOPLE_FILE)) people.push(...batch.map(personOf));
    if (people.length !== manifest.people) throw damaged();
    return { manifest, people, own, lines, close: zip.close };
  } catch (error) {
    await zip.close();
    throw error;
  }
}

/** A small file, byte for byte. */
async function wholeOf(zip: ZipFiles, name: string): Promise<Buffer | undefined> {
  try {
    const bytes = await zip.read(name);
    if (!bytes) return undefined;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > LARGEST_MANIFEST) throw damaged();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    throw isZipError(error) ? damaged() : error;
  }
}

async function* linesIn(zip: ZipFiles, name: string, checksums: Manifest['checksums']): AsyncGenerator<string[], void, void> {
  try {
    const bytes = await zip.read(name);
    if (!bytes) throw damaged();
    yield* linesOf(unchanged(bytes, checksums[name]), LONGEST_LINE);
  } catch (error) {
    throw isZipError(error) ? damaged() : error;
  }
}

/** The bytes of a file, the last of which are followed by a refusal unless all are as they were. */
async function* unchanged(bytes: AsyncIterable<Buffer>, checksum: string | undefined): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > LARGEST_PART) throw damaged();
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== checksum) throw damaged();
}

/** What the zip itself says of being broken. */
const isZipError = (error: unknown) =>
  error instanceof RangeError || (error instanceof Error && /^(Z_|ERR_STREAM_PREMATURE)/.test((error as NodeJS.ErrnoException).code ?? ''));

function manifestOf(parsed: unknown): Manifest {
  const { format, migrations: under } = (parsed ?? {}) as Partial<Record<keyof Manifest, unknown>>;
  if (typeof format !== 'string' || !format.startsWith('manger client ')) throw damaged();
  const known = new Set<unknown>(migrations().map(({ name }) => name));
  if (format !== FORMAT || (Array.isArray(under) && !under.every((name) => known.has(name)))) throw invalid('file', 'newer_archive');
  const { data } = Manifest.safeParse(parsed);
  if (!data) throw damaged();
  return data;
}

function personOf(line: string): ArchivedPerson {
  const { data, error } = ArchivedPerson.safeParse(parse(line));
  if (error) throw invalid('file', 'unfit_archive', { values: [...new Set(error.issues.map(({ path }) => `people.${path.join('.')}`))] });
  return data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged();
  }
}
