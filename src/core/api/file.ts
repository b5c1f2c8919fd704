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

async function readFile(body: ReadableStream<Uint8Array<ArrayBuffer>>, onProgress: (progress: FileProgress) => void): Promise<Blob> {
  const reader = body.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let [size, come] = [-1, 0];
  let text = '';
  const decoder = new TextDecoder();
  const takePiece = (piece: Uint8Array<ArrayBuffer>) => {
    pieces.push(piece);
    come += piece.length;
    onProgress({ stage: 'coming', part: size > 0 ? come / size : 1 });
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    let rest = value;
    while (size === -1 && rest.length > 0) {
      const end = rest.indexOf(10) + 1;
      text += decoder.decode(rest.subarray(0, end || rest.length), { stream: true });
      rest = rest.subarray(end || rest.length);
      if (end === 0) continue;
      const line = ToldLine.parse(JSON.parse(text));
      text = '';
      if ('size' in line) size = Number(line.size);
      else if ('status' in line) throw await toError(new Response(JSON.stringify(line), { status: Number(line.status) }));
      else onProgress({ stage: 'making', part: Number(line.done) });
    }
    if (rest.length > 0) takePiece(rest);
  }
  if (come !== size) throw new TypeError('The file was cut');
  return new Blob(pieces);
}
