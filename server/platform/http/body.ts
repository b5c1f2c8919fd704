import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError, fieldError, invalid } from '#server/platform/errors.ts';

/** Bytes of a request before its sender is known: enough for a sign-in, or a first account. */
export const MAX_STRANGER_BYTES = 8 * 1024;
/** The contract nests less; a parser works through a deeper body at everybody's cost. */
const MAX_NESTING = 64;
/** Up to this size a body is parsed without a look at its nesting: its cost is small. */
const SMALL_BYTES = 32 * 1024;
/** A larger body waits in a file until it is complete, and takes turns: few have to send one. */
const LARGE_BYTES = 256 * 1024;

const tooLarge = (limit: number) => new ApiError(413, { detail: [fieldError('too_large_body', { limit })] });

/** The body stopped coming: nobody waits for an answer. */
export class BrokenOff extends Error {}

/** Bytes that the headers promise; undefined if they promise none, so that any number may come. */
function declaredBytes({ headers }: Request): number | undefined {
  const declared = headers.get('content-length');
  return declared === null || headers.has('transfer-encoding') ? undefined : Number(declared);
}

/** Whether more than `max` bytes may be on their way. A request without a body has neither header. */
export function mayExceed(request: Request, max: number): boolean {
  const declared = declaredBytes(request);
  return declared === undefined ? request.headers.has('transfer-encoding') : declared > max;
}

const demandDeclared = (request: Request, max: number): void => {
  if ((declaredBytes(request) ?? 0) > max) throw tooLarge(max);
};

/** The body piece by piece, counted as it comes, whatever its headers say; 413 past `max` bytes. */
async function* piecesOf(request: Request, max: number): AsyncGenerator<Uint8Array> {
  demandDeclared(request, max);
  let bytes = 0;
  try {
    for await (const piece of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      bytes += piece.byteLength;
      if (bytes > max) throw tooLarge(max);
      yield piece;
    }
  } catch (error) {
    throw error instanceof ApiError ? error : new BrokenOff();
  }
}

/** What was read of a request before its endpoint was found. */
const alreadyRead = new WeakMap<Request, Buffer>();

/** The whole body in memory, which stays to be read again; 413 past `max` bytes. For bodies that are small by their nature. */
export async function readSmall(request: Request, max: number): Promise<Buffer> {
  const known = alreadyRead.get(request);
  if (known) return known;
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesOf(request, max)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  alreadyRead.set(request, bytes);
  return bytes;
}

/** The body to be passed on as it comes, or as it was read. For senders that whoever gets it judges. */
export const unreadBody = (request: Request): Uint8Array | ReadableStream<Uint8Array> | null => alreadyRead.get(request) ?? request.body;

/** A body that is here to its last byte: in memory while it is small, else in a file that no name leads to. */
class ReceivedBody implements AsyncIterable<Uint8Array> {
  private readonly pieces: Uint8Array[] = [];
  private file: FileHandle | undefined;
  size = 0;

  async add(piece: Uint8Array): Promise<void> {
    this.size += piece.byteLength;
    if (!this.file && this.size <= LARGE_BYTES) {
      this.pieces.push(piece);
      return;
    }
    this.file ??= await openNameless();
    await this.file.writev([...this.pieces.splice(0), piece]);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    yield* this.pieces;
    for (let at = 0; this.file && at < this.size; ) {
      const { bytesRead, buffer } = await this.file.read(Buffer.allocUnsafe(64 * 1024), 0, 64 * 1024, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  async discard(): Promise<void> {
    this.pieces.length = 0;
    await this.file?.close();
    this.file = undefined;
  }
}

/** A file of this process alone, which goes with it however it ends. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `manger-body-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

interface Receiving {
  /** Bytes; 413 past them. */
  max: number;
  /** 400 as soon as its JSON nests too deeply. */
  isJson: boolean;
  /** Called once, before the body takes more than memory may spend on it. */
  onLarge: () => Promise<unknown>;
}

/** Takes a body in to its end; whoever calls discards it. */
export async function receiveBody(request: Request, { max, isJson, onLarge }: Receiving): Promise<ReceivedBody> {
  demandDeclared(request, max);
  const body = new ReceivedBody();
  const nesting = isJson ? new Nesting() : undefined;
  let isLarge = false;
  const turnLarge = async () => {
    if (isLarge) return;
    isLarge = true;
    await onLarge();
  };
  try {
    if (mayExceed(request, LARGE_BYTES) && declaredBytes(request) !== undefined) await turnLarge();
    for await (const piece of piecesOf(request, max)) {
      if (body.size + piece.byteLength > LARGE_BYTES) await turnLarge();
      await body.add(piece);
      nesting?.demandShallow(piece, body.size);
    }
    return body;
  } catch (error) {
    await body.discard();
    throw error;
  }
}

/** The JSON of a received body; 400 if it is no JSON, and at the path of a text with half a character, which no database takes. */
export async function parseJson(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body) text += decoder.decode(piece, { stream: true });
  text += decoder.decode();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('detail', 'invalid_format');
  }
  // Only an escape can bring half a character: what isn't UTF-8 has become a replacement character.
  if (/\\u[dD][89a-fA-F]/.test(text)) demandWholeCharacters(value, []);
  return value;
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\[]{}'].map((sign) => sign.charCodeAt(0));

/** Measures how deeply JSON nests, piece by piece. */
class Nesting {
  private depth = 0;
  private inText = false;
  private escaped = false;
  private unmeasured: Uint8Array[] = [];

  /** 400 if the JSON up to this piece nests too deeply; small bodies aren't measured. */
  demandShallow(piece: Uint8Array, size: number): void {
    this.unmeasured.push(piece);
    if (size <= SMALL_BYTES) return;
    for (const each of this.unmeasured.splice(0)) if (this.measure(each) > MAX_NESTING) throw invalid('detail', 'invalid_format');
  }

  /** The deepest level within the piece. */
  private measure(piece: Uint8Array): number {
    let deepest = this.depth;
    for (const byte of piece) {
      if (this.inText) {
        if (this.escaped) this.escaped = false;
        else if (byte === BACKSLASH) this.escaped = true;
        else if (byte === QUOTE) this.inText = false;
      } else if (byte === QUOTE) this.inText = true;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        this.depth += 1;
        if (this.depth > deepest) deepest = this.depth;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.depth -= 1;
    }
    return deepest;
  }
}

function demandWholeCharacters(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw invalid(path.join('.') || 'detail', 'invalid_value');
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      if (!key.isWellFormed()) throw invalid(path.join('.') || 'detail', 'invalid_value');
      demandWholeCharacters(part, [...path, key]);
    }
  }
}
