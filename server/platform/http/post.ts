import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { BlockList } from 'node:net';
import type { WebhookError } from '#contract/operations/webhooks.ts';
import { checkAddress, type Resolve, readLiteralAddress, safeLookup, UnsafeAddress } from './safe-address.ts';

/** Max ms of an attempt, from the lookup of the name to the answer's head. */
const TIMEOUT_MS = 10_000;

interface Post {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Networks that aren't public and are allowed by the operator. */
  allowed: BlockList;
  resolve?: Resolve;
}

export interface Attempt {
  status: number | null;
  /** '' for an answer 2xx. */
  error: WebhookError;
}

const readStatus = (status: number): Attempt => {
  if (status >= 200 && status < 300) return { status, error: '' };
  return { status, error: status === 410 ? 'gone' : status >= 300 && status < 400 ? 'redirect' : 'status' };
};

/**
 * Sends a POST and returns its outcome; never rejects. Redirects aren't followed, and the answer's body isn't read. An address that is
 * neither public nor allowed gets no connection.
 */
export async function postSafely({ url, headers, body, allowed, resolve }: Post): Promise<Attempt> {
  const target = new URL(url);
  const isSafe = checkAddress(target, allowed);
  // A connection to a literal address calls no lookup.
  const literal = readLiteralAddress(target);
  if (literal !== null && !isSafe(literal)) return { status: null, error: 'refused_address' };
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((finish) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const options = { method: 'POST', agent: false, lookup: safeLookup(isSafe, resolve), signal } as const;
    const outgoing = send(target, {
      ...options,
      headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'Manger' },
    });
    outgoing.on('response', (answer) => {
      finish(readStatus(answer.statusCode ?? 0));
      answer.destroy();
    });
    outgoing.on('error', (error) => finish({ status: null, error: nameError(error, signal) }));
    outgoing.end(body);
  });
}

function nameError(error: Error, signal: AbortSignal): WebhookError {
  if (error instanceof UnsafeAddress) return 'refused_address';
  return signal.aborted ? 'too_slow' : 'unreachable';
}
