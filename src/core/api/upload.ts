/**
 * Sends a request whose body is a file, telling how much of it has gone out: from 0 to 1. As `fetch` otherwise, which can't tell.
 * Throws an AbortError when `signal` ends it, and a TypeError when the server can't be reached.
 */
export function upload(url: string, { method = 'POST', headers, body }: RequestInit, signal: AbortSignal, onSent: (part: number) => void) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string>)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onSent(loaded / total);
    };
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(new TypeError('The server cannot be reached'));
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) reject(signal.reason);
    else request.send(body as XMLHttpRequestBodyInit | null | undefined);
  });
}
