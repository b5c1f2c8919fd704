import { ApiError, failure, OFFLINE, TIME_OUT } from './api-error.ts';
import { takeBegun } from './begun.ts';
import { failureErrors } from './failure.ts';
import { online, raiseServerError } from './network.ts';
import { scoped } from './place.ts';
import { type Query, queryString } from './query-string.ts';
import { endSession, keepDuty, keepToken, session } from './session.ts';

/** `count` of a list is the number of all matches, not of the page. */
export interface Answer<T> {
  data: T;
  count?: number;
}

export interface CallOptions {
  query?: Query;
  body?: unknown;
  /** A file as the body. */
  file?: Blob;
  /** The requested type of answer; by default JSON. */
  accept?: string;
  /** Receives the sent part of the body, from 0 to 1. */
  onSent?: (part: number) => void;
  /** Receives the finished part of the server's work, from 0 to 1, for long calls. */
  onDone?: (part: number) => void;
  /** Limits the call to one farm: a path segment when acting for a client, otherwise a filter. */
  farm?: number;
  signal?: AbortSignal;
  /** Time-out in ms; by default 30 000. */
  timeout?: number;
  /** A token instead of the session's, for a call before the sign-in. */
  token?: string;
  /** ETag of the known answer. If it is still valid, the server returns 304. */
  etag?: string;
}

const ROOT = '/api/';
const TIMEOUT = 30_000;

function headers(token: string | null, { body, accept = 'application/json', etag }: CallOptions): Record<string, string> {
  return {
    Accept: accept,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(etag ? { 'If-None-Match': etag } : {}),
    ...(token ? { Authorization: `JWT ${token}` } : {}),
  };
}

async function request(url: string, init: RequestInit, options: CallOptions, begun?: Promise<Response>): Promise<Response> {
  const deadline = AbortSignal.timeout(options.timeout ?? TIMEOUT);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  try {
    const { onSent, onDone } = options;
    const response =
      onSent || onDone
        ? await (await import('./upload.ts')).upload(url, init, signal, { onSent, onDone })
        : await (begun ?? fetch(url, { ...init, signal }));
    online.set(true);
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    if (deadline.aborted) throw failure(0, TIME_OUT, 'The request took too long');
    online.set(false);
    throw failure(0, OFFLINE, 'The server cannot be reached');
  }
}

let refreshing: Promise<string | null> | null = null;

/** Refreshes the token, once at a time for all callers; null if the server refuses. A network failure is thrown and ends nothing. */
export function refreshToken(): Promise<string | null> {
  refreshing ??= (async () => {
    const { token } = session.get();
    if (!token) return null;
    const response = await request(
      `${ROOT}auth/jwt/refresh/`,
      { method: 'POST', headers: headers(null, { body: {} }), body: JSON.stringify({ token }) },
      {},
    );
    if (response.status >= 500) throw failure(response.status, 'server_error', 'Server error');
    if (!response.ok) return null;
    const answer = (await response.json()) as Answer<{ token: string }>;
    keepToken(answer.data.token);
    return answer.data.token;
  })().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** The error of a refused answer. */
export async function toError(response: Response, changing = false): Promise<ApiError> {
  if (response.status >= 500) {
    raiseServerError();
    return failure(response.status, 'server_error', 'Server error');
  }
  return new ApiError(response.status, failureErrors(await response.json().catch(() => null), response.status), changing);
}

function buildUrl(path: string, options: CallOptions): string {
  const { path: target, farm } = scoped(path, options.farm);
  return `${ROOT}${target}${queryString(farm === undefined ? options.query : { farm, ...options.query })}`;
}

/** Sends one request to `/api/` and returns the raw answer. A 401 is repeated once with a refreshed token, then ends the session. */
export async function send(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const url = buildUrl(path, options);
  const attempt = (token: string | null) =>
    request(
      url,
      {
        method,
        headers: headers(token, options),
        body: options.file ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
      },
      options,
      method === 'GET' ? takeBegun(url, token) : undefined,
    );

  const token = options.token ?? session.get().token;
  let response = await attempt(token);
  if (response.status === 401 && !options.token && token && !path.startsWith('auth/jwt/')) {
    // Another call may have refreshed the token meanwhile.
    const current = session.get().token;
    const fresh = current && current !== token ? current : await refreshToken();
    if (fresh) response = await attempt(fresh);
    if (!fresh || response.status === 401) endSession('expired');
  }
  if (response.ok || response.status === 304) return response;
  const error = await toError(response, method !== 'GET');
  if (error.has('password_due')) keepDuty('password');
  if (error.has('second_factor_due')) keepDuty('second_factor');
  throw error;
}

async function call<T>(method: string, path: string, options?: CallOptions): Promise<Answer<T>> {
  const response = await send(method, path, options);
  if (response.status === 204) return { data: undefined as T };
  return (await response.json()) as Answer<T>;
}

/** The latest answers by address. An unchanged answer isn't sent again and stays the same object. */
const known = new Map<string, { etag: string; answer: unknown }>();
const MAX_KNOWN = 40;
session.subscribe(() => {
  if (session.get().status === 'out') known.clear();
});

async function read<T>(path: string, options: CallOptions = {}): Promise<Answer<T>> {
  const url = buildUrl(path, options);
  const before = known.get(url);
  const response = await send('GET', path, { etag: before?.etag, ...options });
  const answer = response.status === 304 && before ? before.answer : await response.json();
  const etag = response.headers.get('etag');
  known.delete(url);
  if (etag) known.set(url, { etag, answer });
  if (known.size > MAX_KNOWN) known.delete([...known.keys()][0]!);
  return answer as Answer<T>;
}

type WithoutBody = Omit<CallOptions, 'body'>;

export const api = {
  get: <T>(path: string, options?: WithoutBody) => read<T>(path, options),
  post: <T>(path: string, options?: CallOptions) => call<T>('POST', path, options),
  put: <T>(path: string, options?: CallOptions) => call<T>('PUT', path, options),
  delete: <T = unknown>(path: string, options?: CallOptions) => call<T>('DELETE', path, options),
};
