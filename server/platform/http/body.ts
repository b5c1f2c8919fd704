import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError, fieldError, invalid } from '#server/platform/errors.ts';

/** Max bytes of a request before its sender is known: enough for a sign-in or a first account. */
export const MAX_STRANGER_BYTES = 8 * 1024;
/** Max nesting of JSON. The contract needs less, and a parser of deeper bodies would delay all requests. */
const MAX_NESTING = 64;
/** Up to this size a body is parsed without a check of its nesting, because its cost is small. */
const SMALL_BYTES = 32 * 1024;
/** Above this size a body is received into a file until it is complete, and concurrency limits apply. */
const LARGE_BYTES = 256 * 1024;

const tooLarge = (limit: number) => new ApiError(413, { detail: [fieldError('too_large_body', { limit })] });

/** The body stopped arriving, and nobody waits for the answer. */
export class BrokenOff extends Error {}

/** Bytes that the headers declare; undefined without a declaration, so that any number may arrive. */
function declaredBytes({ headers }: Request): number | undefined {
  const declared = headers.get('content-length');
  return declared === null || headers.has('transfer-encoding') ? undefined : Number(declared);
}

/** True if more than `max` bytes may arrive. A request without a body has neither header. */
export function mayExceed(request: Request, max: number): boolean {
  const declared = declaredBytes(request);
  return declared === undefined ? request.headers.has('transfer-encoding') : declared > max;
}

const demandDeclared = (request: Request, max: number): void => {
  if ((declaredBytes(request) ?? 0) > max) throw tooLarge(max);
};

/** The body in pieces, counted on arrival, independently of the headers. 413 beyond `max` bytes. */
async function* streamPieces(request: Request, max: number): AsyncGenerator<Uint8Array> {
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

/** The whole body in memory. 413 beyond `max` bytes. For bodies that are small by nature. */
export async function readSmall(request: Request, max: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of streamPieces(request, max)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** A completely received body: in memory if it is small, otherwise in an unnamed file. */
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

/** A file without a name, which disappears with the process in every case. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `manger-body-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

interface Receiving {
  /** Max bytes; 413 beyond them. */
  max: number;
  /** Checks the nesting of JSON on arrival; 400 if it is too deep. */
  isJson: boolean;
  /** Called once, before the body exceeds its share of memory. */
  onLarge: () => Promise<unknown>;
}

/** Receives a body to its end. The caller discards it. */
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
    for await (const piece of streamPieces(request, max)) {
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

/** The JSON of a received body; 400 if it is no JSON, and at the path of a text with half a character, which databases refuse. */
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
  // Only an escape sequence can contain half a character. Invalid UTF-8 became a replacement character.
  if (/\\u[dD][89a-fA-F]/.test(text)) demandWholeCharacters(value, []);
  return value;
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\[]{}'].map((sign) => sign.charCodeAt(0));

/** Measures the nesting of JSON piece by piece. */
class Nesting {
  private depth = 0;
  private inText = false;
  private escaped = false;
  private unmeasured: Uint8Array[] = [];

  /** 400 if the JSON up to this piece nests too deeply. Small bodies aren't measured. */
  demandShallow(piece: Uint8Array, size: number): void {
    this.unmeasured.push(piece);
    if (size <= SMALL_BYTES) return;
    for (const each of this.unmeasured.splice(0)) if (this.measure(each) > MAX_NESTING) throw invalid('detail', 'invalid_format');
  }

  /** The deepest level within the piece. */
  private measure(piece: Uint8Array): number {
    let deepest = this.depth;
    for (const byte of piece) {
      if (this.inText) this.readText(byte);
      else if (byte === QUOTE) this.inText = true;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        this.depth += 1;
        if (this.depth > deepest) deepest = this.depth;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.depth -= 1;
    }
    return deepest;
  }

  private readText(byte: number): void {
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (byte === QUOTE) this.inText = false;
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
