import { ApiError, fieldError, invalid } from '#server/platform/errors.ts';

/** Strangers need no more than a sign-in, or a first account. */
export const MOST_OF_STRANGERS = 8 * 1024;
/** What the contract nests, with room to spare; a parser works through more of it at everybody's cost. */
const MOST_NESTED = 64;
/** Up to here the cost of any body is small; a longer one is looked at while it comes. */
const SMALL = 32 * 1024;

const tooLarge = (limit: number) => new ApiError(413, { detail: [fieldError('too_large_body', { limit })] });

/** From here on a body is one that few have to send: a file's rows, or a flood. */
const LARGE = 256 * 1024;

/** A size that isn't told may be any. */
export const isLarge = ({ headers }: Request): boolean => {
  const declared = headers.get('content-length');
  return declared === null ? headers.has('transfer-encoding') : Number(declared) > LARGE;
};

/** The body stopped coming: nobody waits for an answer. */
export class BrokenOff extends Error {}

/**
 * The JSON of a request's body. 413 past `most` bytes, as soon as that is known; 400 for what is no JSON or is nested too deeply, and at the
 * path of a text that holds half a character (a lone surrogate), which no database takes.
 */
export async function readJson(request: Request, most: number): Promise<unknown> {
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > most) throw tooLarge(most);
  const isSmall = declared !== null && request.headers.get('transfer-encoding') === null && Number(declared) <= SMALL;
  const text = await (isSmall ? request.text() : readBounded(request, most)).catch((error) => {
    throw error instanceof ApiError ? error : new BrokenOff();
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('detail', 'invalid_format');
  }
  // Only an escape can bring one: what isn't UTF-8 has become a replacement character.
  if (/\\u[dD][89a-fA-F]/.test(text)) demandWholeCharacters(value, []);
  return value;
}

async function readBounded(request: Request, most: number): Promise<string> {
  if (!request.body) return '';
  const decoder = new TextDecoder();
  const nesting = new Nesting();
  let bytes = 0;
  let text = '';
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > most) throw tooLarge(most);
    if (nesting.add(chunk) > MOST_NESTED) throw invalid('detail', 'invalid_format');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\[]{}'].map((sign) => sign.charCodeAt(0));

/** How deeply JSON is nested, told while it comes. */
class Nesting {
  private depth = 0;
  private inText = false;
  private escaped = false;

  /** The deepest that the chunk goes. */
  add(chunk: Uint8Array): number {
    let deepest = this.depth;
    for (const byte of chunk) {
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
