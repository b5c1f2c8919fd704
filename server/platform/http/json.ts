import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';

const compressed = promisify(gzip);
/** Min bytes for compression. Smaller answers fit into one packet. */
const LEAST = 1024;
/** Max bytes for an ETag. Larger answers are reports, which are computed each time and never revalidated. */
const KEPT = 256 * 1024;
const asksGzip = (accepted: string | undefined) => /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted ?? '');

/** True if a header `If-None-Match` names the tag, among others, as a weak or a strong one. */
const hasTag = (header: string, etag: string): boolean =>
  header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^(?!W\/)/, 'W/') === etag);

/** The answer of a read: compressed if accepted, and 304 if the client has it already (`If-None-Match`). */
export async function answerRead(http: Context, text: string): Promise<Response> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (text.length <= KEPT) {
    headers.etag = `W/"${hash('sha1', text, 'base64url')}"`;
    if (hasTag(http.req.header('if-none-match') ?? '', headers.etag)) return http.body(null, 304, { etag: headers.etag });
  }
  if (text.length < LEAST || http.req.method === 'HEAD') return http.body(text, 200, headers);
  headers.vary = 'Accept-Encoding';
  if (!asksGzip(http.req.header('accept-encoding'))) return http.body(text, 200, headers);
  return http.body(await compressed(text, { level: 4 }), 200, { ...headers, 'content-encoding': 'gzip' });
}
