import { IN_LINES, ToldLine } from '#contract/progress.ts';
import { type CallOptions, send, toError } from './api.ts';
import { failure, OFFLINE } from './api-error.ts';

/** `making` is the server's work, `coming` the transfer. */
export interface FileProgress {
  stage: 'making' | 'coming';
  /** From 0 to 1. */
  part: number;
}

/** Fetches a file that takes the server long, with progress. It arrives completely or not at all. */
export async function fetchFile(
  path: string,
  { onProgress, ...options }: Pick<CallOptions, 'signal' | 'timeout'> & { onProgress: (progress: FileProgress) => void },
): Promise<Blob> {
  const response = await send('GET', path, { ...options, accept: IN_LINES });
  try {
    return await readFile(response.body as ReadableStream<Uint8Array<ArrayBuffer>>, onProgress);
  } catch (error) {
    // A cut transfer breaks the reading.
    if (error instanceof TypeError || error instanceof SyntaxError) throw failure(0, OFFLINE, 'The server cannot be reached');
    throw error;
  }
}

/** Reads the server's lines about its work, then the file, whose size the last line names. */
async function readFile(body: ReadableStream<Uint8Array<ArrayBuffer>>, onProgress: (progress: FileProgress) => void): Promise<Blob> {
  const reader = body.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let [size, come] = [-1, 0];
  let text = '';
  const decoder = new TextDecoder();
  /** Takes the piece up to the end of a line and returns the rest. */
  const takeLine = async (piece: Uint8Array<ArrayBuffer>) => {
    const end = piece.indexOf(10) + 1;
    text += decoder.decode(piece.subarray(0, end || piece.length), { stream: true });
    if (end > 0) {
      size = await readSize(text, onProgress);
      text = '';
    }
    return piece.subarray(end || piece.length);
  };
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    let rest = value as Uint8Array<ArrayBuffer>;
    while (size === -1 && rest.length > 0) rest = await takeLine(rest);
    if (rest.length === 0) continue;
    pieces.push(rest);
    come += rest.length;
    onProgress({ stage: 'coming', part: size > 0 ? come / size : 1 });
  }
  if (come !== size) throw new TypeError('The file was cut');
  return new Blob(pieces);
}

/** The size of the file, if the line names it; else −1. Throws the error that the line contains. */
async function readSize(text: string, onProgress: (progress: FileProgress) => void): Promise<number> {
  const line = ToldLine.parse(JSON.parse(text));
  if ('size' in line) return Number(line.size);
  if ('status' in line) throw await toError(new Response(JSON.stringify(line), { status: Number(line.status) }));
  onProgress({ stage: 'making', part: Number(line.done) });
  return -1;
}
