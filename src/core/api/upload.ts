import { IN_LINES } from '#contract/progress.ts';
import { encodeInSlices } from './encode-in-slices.ts';

interface UploadListeners {
  /** Receives the sent part of the body, from 0 to 1. */
  onSent?: ((part: number) => void) | undefined;
  /** Receives the finished part of the work, from 0 to 1. */
  onDone?: ((part: number) => void) | undefined;
}

/**
 * Sends a request and reports its progress: the sent part of its body, and the finished part of the work for answers by line, which `fetch`
 * can't report. Throws an AbortError if `signal` ends it, and a TypeError without a server.
 */
export async function upload(
  url: string,
  { method = 'POST', headers, body }: RequestInit,
  signal: AbortSignal,
  { onSent, onDone }: UploadListeners,
): Promise<Response> {
  const sent = typeof body === 'string' ? await encodeInSlices(body) : body;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const isInLines = () => request.getResponseHeader('content-type')?.startsWith(IN_LINES) ?? false;
    const lost = () => reject(new TypeError('The server cannot be reached'));
    request.open(method, url);
    for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string>)) request.setRequestHeader(name, value);
    // In addition to the requested type, because a refusal is a single answer.
    if (onDone) request.setRequestHeader('accept', IN_LINES);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onSent?.(loaded / total);
    };
    request.onprogress = () => {
      const [, done] = /^\{"done":([\d.e-]+)\}$/.exec(isInLines() ? readLastLine(request.responseText) : '') ?? [];
      if (done) onDone?.(Number(done));
    };
    request.onload = () => {
      if (!isInLines()) return resolve(new Response(request.responseText, { status: request.status }));
      const answer = toAnswer(readLastLine(request.responseText));
      return answer ? resolve(answer) : lost();
    };
    request.onerror = lost;
    // Immediately, because a request that hasn't left emits no end.
    const cancel = () => {
      request.abort();
      reject(new DOMException('Cancelled', 'AbortError'));
    };
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) reject(signal.reason);
    else request.send(sent as XMLHttpRequestBodyInit | null | undefined);
  });
}

/** Returns the last complete line so far, '' before the first one. Earlier lines report less progress. */
function readLastLine(text: string): string {
  const end = text.lastIndexOf('\n');
  return end === -1 ? '' : text.slice(text.lastIndexOf('\n', end - 1) + 1, end);
}

/** Returns the answer in the last line, or null if the answer was cut. Only the caller parses the body, because the body may be large. */
function toAnswer(line: string): Response | null {
  const [head = '', status] = /^\{"status":(\d{3}),?/.exec(line) ?? [];
  return status ? new Response(`{${line.slice(head.length)}`, { status: Number(status) }) : null;
}
