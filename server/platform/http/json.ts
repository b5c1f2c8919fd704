import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';

const compressed = promisify(gzip);
/** Less goes out in one packet as it is. */
const LEAST = 1024;
/** What is larger is a report, which is made anew each time: nobody keeps it to ask whether it changed. */
const KEPT = 256 * 1024;
const asksGzip = (accepted: string | undefined) => /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted ?? '');

/** What was read: compressed where that is understood, and not sent again to who has it already (`If-None-Match`). */
export async function answerRead(http: Context, text: string): Promise<Response> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (text.length <= KEPT) {
    headers.etag = `W/"${hash('sha1', text, 'base64url')}"`;
    if (http.req.header('if-none-match') === headers.etag) return http.body(null, 304, { etag: headers.etag });
  }
  if (text.length < LEAST || http.req.method === 'HEAD') return http.body(text, 200, headers);
  headers.vary = 'Accept-Encoding';
  if (!asksGzip(http.req.header('accept-encoding'))) return http.body(text, 200, headers);
  return http.body(await compressed(text, { level: 4 }), 200, { ...headers, 'content-encoding': 'gzip' });
}
