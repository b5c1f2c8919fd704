import { createHash } from 'node:crypto';
import { linesOf } from '#server/db/lines.ts';
import { migrations } from '#server/db/migrate.ts';
import { invalid } from '#server/platform/errors.ts';
import { ArchivedPerson, FORMAT, isSignedHere, MANIFEST_FILE, Manifest, PEOPLE_FILE, SIGNATURE_FILE } from './format.ts';
import { openZip, type ZipFiles } from './open-zip.ts';

/** Max unpacked bytes of a file and of a line: more than any written archive has. */
const LARGEST_PART = 128 * 1024 * 1024;
const LONGEST_LINE = 16 * 1024 * 1024;
const LARGEST_MANIFEST = 16 * 1024 * 1024;

export interface Archive {
  manifest: Manifest;
  people: ArchivedPerson[];
  /** True if this installation made and signed the archive and it is unchanged. */
  own: boolean;
  /** The lines of a file in batches. The checksum is verified at the end. */
  lines(name: string): AsyncGenerator<string[], void, void>;
  close(): Promise<void>;
}

const damaged = () => invalid('file', 'damaged_archive');

/** Opens an archive; 400 at `file` if it is none, incomplete, changed or of a newer version. `secret` is the signing key. */
export async function openArchive(path: string, secret: string): Promise<Archive> {
  const zip = await openZip(path).catch((error) => {
    throw error instanceof RangeError ? damaged() : error;
  });
  try {
    const manifestText = await readWhole(zip, MANIFEST_FILE);
    if (!manifestText) throw damaged();
    const manifest = parseManifest(parse(manifestText.toString()));
    const own = isSignedHere(secret, manifestText, await readWhole(zip, SIGNATURE_FILE));
    const lines = (name: string) => linesIn(zip, name, manifest.checksums);
    const people: ArchivedPerson[] = [];
    for await (const batch of lines(PEOPLE_FILE)) people.push(...batch.map(parsePerson));
    if (people.length !== manifest.people) throw damaged();
    return { manifest, people, own, lines, close: zip.close };
  } catch (error) {
    await zip.close();
    throw error;
  }
}

/** A small file as bytes. */
async function readWhole(zip: ZipFiles, name: string): Promise<Buffer | undefined> {
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

/** The bytes of a file. Fails after the last one if the checksum differs. */
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

/** True for zlib's errors of a broken zip. */
const isZipError = (error: unknown) =>
  error instanceof RangeError || (error instanceof Error && /^(Z_|ERR_STREAM_PREMATURE)/.test((error as NodeJS.ErrnoException).code ?? ''));

function parseManifest(parsed: unknown): Manifest {
  const { format, migrations: under } = (parsed ?? {}) as Partial<Record<keyof Manifest, unknown>>;
  if (typeof format !== 'string' || !format.startsWith('manger client ')) throw damaged();
  const known = new Set<unknown>(migrations().map(({ name }) => name));
  if (format !== FORMAT || (Array.isArray(under) && !under.every((name) => known.has(name)))) throw invalid('file', 'newer_archive');
  const { data } = Manifest.safeParse(parsed);
  if (!data) throw damaged();
  return data;
}

function parsePerson(line: string): ArchivedPerson {
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
