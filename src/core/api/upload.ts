import { IN_LINES, ToldLine } from '#contract/progress.ts';

interface UploadListeners {
  /** How much of the body has gone out, from 0 to 1. */
  onSent?: ((part: number) => void) | undefined;
  /** How much of the work is done, from 0 to 1. */
  onDone?: ((part: number) => void) | undefined;
}

/**
 * Sends a request telling how much of its body has gone out and, of an answer in lines, how much of the work is done. As `fetch`
 * otherwise, which can't tell. Throws an AbortError when `signal` ends it, and a TypeError when the server can't be reached.
 */
export function upload(
  url: string,
  { method = 'POST', headers, body }: RequestInit,
  signal: AbortSignal,
  { onSent, onDone }: UploadListeners,
) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const lines = () => (request.getResponseHeader('content-type')?.startsWith(IN_LINES) ? linesOf(request.responseText) : null);
    const lost = () => reject(new TypeError('The server cannot be reached'));
    request.open(method, url);
    for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string>)) request.setRequestHeader(name, value);
    // Beside the type that was asked for: a refusal comes as one answer.
    if (onDone) request.setRequestHeader('accept', IN_LINES);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onSent?.(loaded / total);
    };
    request.onprogress = () => {
      const last = lines()?.at(-1);
      if (last && 'done' in last) onDone?.(last.done as number);
    };
    request.onload = () => {
      const progressLines = lines();
      if (!progressLines) return resolve(new Response(request.responseText, { status: request.status }));
      const last = progressLines.at(-1);
      // An answer that was cut has no end.
      if (!last || !('status' in last)) return lost();
      const { status, ...answer } = last;
      resolve(new Response(JSON.stringify(answer), { status: status as number }));
    };
    request.onerror = lost;
    // At once: a request that hasn't left yet tells nothing of its end.
    const cancel = () => {
      request.abort();
      reject(new DOMException('Cancelled', 'AbortError'));
    };
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) reject(signal.reason);
    else request.send(body as XMLHttpRequestBodyInit | null | undefined);
  });
}

/** The whole lines that have come so far. */
const linesOf = (text: string): ToldLine[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => ToldLine.parse(JSON.parse(line)));
