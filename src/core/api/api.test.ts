// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, refreshToken } from './api.ts';
import { ApiError } from './api-error.ts';
import { online, serverError } from './network.ts';
import { currentClient } from './place.ts';
import { type Me, session } from './session.ts';

type Handler = (url: string, init: RequestInit & { headers: Record<string, string> }) => Response | Promise<Response>;

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refused = (status: number) => json({ errors: { detail: [{ code: 'not_signed_in', message: 'Sign in first' }] } }, status);
let calls: string[];

function serve(handler: Handler) {
  vi.stubGlobal('fetch', async (url: string, init: Parameters<Handler>[1]) => {
    calls.push(`${init.method} ${url}`);
    return handler(url, init);
  });
}

beforeEach(() => {
  calls = [];
  localStorage.setItem('t', 'old');
  session.set({ status: 'in', token: 'old', me: null, ended: null });
  currentClient.set(null);
  serverError.set(0);
  online.set(true);
});
afterEach(() => vi.unstubAllGlobals());

const failure = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

it('a call refused for a pending step passes that step to the session', async () => {
  const me = { id: 1, duty: null } as unknown as Me;
  session.set({ ...session.get(), me });
  serve(() => json({ errors: { detail: [{ code: 'second_factor_due', message: 'Set up the second factor first' }] } }, 403));
  await failure(api.get('manager/rations/'));
  expect(session.get()).toMatchObject({ status: 'in', me: { id: 1, duty: 'second_factor' } });
});

it('an unchanged answer isn’t sent again and stays the same object', async () => {
  const asked: (string | undefined)[] = [];
  serve((_, { headers }) => {
    asked.push(headers['If-None-Match']);
    return asked.length === 2 ? new Response(null, { status: 304, headers: { etag: 'W/"1"' } }) : tagged(asked.length);
  });
  const tagged = (at: number) => new Response(JSON.stringify({ data: [at] }), { headers: { etag: `W/"${at}"` } });
  const first = await api.get('manager/mixers/');
  expect(await api.get('manager/mixers/')).toBe(first);
  expect(await api.get('manager/mixers/')).toEqual({ data: [3] });
  session.set({ ...session.get(), status: 'out' });
  await api.get('manager/mixers/');
  expect(asked).toEqual([undefined, 'W/"1"', 'W/"1"', undefined]);
});

describe('the addresses of calls', () => {
  beforeEach(() => serve(() => json({ data: [], count: 0 })));

  it('filters by farm for a client’s own users', async () => {
    await api.get('manager/rations/', { farm: 4, query: { page: 1, group: [1, 2], status: -1, search: '', mixer: null } });
    expect(calls).toEqual(['GET /api/manager/rations/?farm=4&page=1&group=1%2C2']);
  });

  it('goes through the client and the farm when acting for a client', async () => {
    currentClient.set(7);
    await api.get('manager/rations/', { farm: 4 });
    await api.get('leftovers/leftovers/', { farm: 4 });
    await api.get('auth/me/');
    await api.get('dashboard/clients/');
    expect(calls).toEqual([
      'GET /api/dashboard/clients/7/farms/4/manager/rations/',
      'GET /api/dashboard/clients/7/leftovers/leftovers/?farm=4',
      'GET /api/auth/me/',
      'GET /api/dashboard/clients/',
    ]);
  });
});

describe('a refused token', () => {
  it('a refused token is refreshed once for all calls, which are repeated', async () => {
    serve((url, { headers }) => {
      if (url.includes('refresh')) return json({ data: { token: 'new' } });
      return headers.Authorization === 'JWT new' ? json({ data: 'ok' }) : refused(401);
    });
    const answers = await Promise.all([api.get('auth/me/'), api.get('local/tzs')]);
    expect(answers.map(({ data }) => data)).toEqual(['ok', 'ok']);
    expect(calls.filter((call) => call.includes('refresh'))).toHaveLength(1);
    expect(localStorage.getItem('t')).toBe('new');
    expect(session.get().status).toBe('in');
  });

  it('signs out when the refresh is refused too', async () => {
    serve(() => refused(401));
    expect((await failure(api.get('auth/me/'))).status).toBe(401);
    expect(session.get()).toMatchObject({ status: 'out', token: null, ended: 'expired' });
    expect(localStorage.getItem('t')).toBeNull();
  });

  it('signs out when the refreshed token is refused', async () => {
    serve((url) => (url.includes('refresh') ? json({ data: { token: 'new' } }) : refused(401)));
    await failure(api.get('auth/me/'));
    expect(session.get().status).toBe('out');
  });

  it('keeps the session if the refresh can’t be requested', async () => {
    serve((url) => {
      if (url.includes('refresh')) throw new TypeError('Failed to fetch');
      return refused(401);
    });
    expect((await failure(api.get('auth/me/'))).status).toBe(0);
    expect(session.get().status).toBe('in');
  });

  it('doesn’t cause a refresh during a sign-in', async () => {
    serve(() => json({ errors: { detail: [{ code: 'incorrect_login', message: '' }] } }, 401));
    expect((await failure(api.post('auth/jwt/create/', { body: {} }))).has('incorrect_login')).toBe(true);
    expect(calls).toEqual(['POST /api/auth/jwt/create/']);
    expect(session.get().status).toBe('in');
  });
});

describe('failures', () => {
  it('shows the banner at 500 and reveals no internals', async () => {
    serve(() => new Response('<h1>stack trace</h1>', { status: 502 }));
    expect((await failure(api.get('auth/me/'))).errors).toEqual({ detail: [{ code: 'server_error', message: 'Server error' }] });
    expect(serverError.get()).toBe(1);
  });

  it('keeps the field errors of a 400', async () => {
    const errors = { 'items.2.percent': [{ code: 9, message: 'The value cannot be negative' }] };
    serve(() => json({ errors }, 400));
    const error = await failure(api.post('manager/rations/', { body: {} }));
    expect(error).toMatchObject({ status: 400, errors });
    expect(serverError.get()).toBe(0);
  });

  it('understands an answer of another server', async () => {
    serve(() => new Response('too many', { status: 429 }));
    expect((await failure(api.get('auth/me/'))).has('too_many_attempts')).toBe(true);
  });

  it('distinguishes offline from an answer', async () => {
    serve(() => {
      throw new TypeError('Failed to fetch');
    });
    expect((await failure(api.get('auth/me/'))).has('offline')).toBe(true);
    expect(online.get()).toBe(false);
    serve(() => json({ data: 1 }));
    await api.get('auth/me/');
    expect(online.get()).toBe(true);
  });

  it('gives up after the time-out', async () => {
    serve(
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))),
    );
    expect((await failure(api.get('auth/me/', { timeout: 10 }))).has('time_out')).toBe(true);
  });

  it('a failure without a token does not refresh it', async () => {
    serve(() => json({ data: { token: 'new' } }));
    session.set({ status: 'out', token: null, me: null, ended: null });
    expect(await refreshToken()).toBeNull();
    expect(calls).toEqual([]);
  });
});
