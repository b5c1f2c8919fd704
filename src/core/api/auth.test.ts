// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from './session.ts';

const me = { id: 1, user_type: 'client', language: 'uk', modules: ['manger'], permissions: [] };
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
let answers: Record<string, () => Response>;
let calls: string[];

/** Loads the page again for each test, because the start-up check runs once per page load. */
async function start() {
  vi.resetModules();
  const auth = await import('./auth.ts');
  const fresh = await import('./session.ts');
  return { auth, session: fresh.session };
}

beforeEach(() => {
  calls = [];
  localStorage.clear();
  sessionStorage.clear();
  answers = {
    'auth/jwt/create/': () => json({ data: { token: 'tok', user_type: 'client', is_superadmin: false, modules: ['manger'] } }),
    'auth/jwt/verify/': () => json({ data: {} }),
    'auth/jwt/refresh/': () => json({ data: { token: 'new' } }),
    'auth/logout/': () => new Response(null, { status: 204 }),
    'auth/me/': () => json({ data: me }),
  };
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.replace('/api/', '');
    calls.push(path);
    return answers[path]!();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  session.set({ status: 'unknown', token: null, me: null, ended: null });
});

const refuse = () => json({ errors: { detail: [{ code: 'not_signed_in', message: '' }] } }, 401);
const offline = (): Response => {
  throw new TypeError('Failed to fetch');
};

it('requests nothing without a sign-in', async () => {
  const page = await start();
  await page.auth.startSession();
  expect(page.session.get().status).toBe('out');
  expect(calls).toEqual([]);
});

it('keeps token and rights after signing in, and drops both after signing out', async () => {
  const page = await start();
  await page.auth.signIn('owner@manger.test', 'feed-the-herd-1');
  expect(page.session.get()).toMatchObject({ status: 'in', token: 'tok', me });
  expect(localStorage.getItem('t')).toBe('tok');
  page.auth.signOut();
  expect(page.session.get().status).toBe('out');
  expect(localStorage.getItem('t')).toBeNull();
  expect(localStorage.getItem('me')).toBeNull();
  expect(calls.at(-1)).toBe('auth/logout/');
});

it('ends an impersonation in the own session, which no late answer ends or replaces', async () => {
  localStorage.setItem('t', 'own');
  sessionStorage.setItem('t', 'theirs');
  const page = await start();
  await page.auth.startSession();
  answers['auth/me/'] = refuse;
  answers['auth/jwt/refresh/'] = refuse;
  const late = page.auth.loadMe().catch(() => undefined);
  page.auth.signOut();
  await late;
  expect(sessionStorage.getItem('t')).toBeNull();
  expect(localStorage.getItem('t')).toBe('own');

  answers['auth/jwt/refresh/'] = () => json({ data: { token: 'theirs, again' } });
  await page.auth.loadMe().catch(() => undefined);
  expect(localStorage.getItem('t')).toBe('own');
});

it('the account of a stored token proves at start that the token is valid', async () => {
  localStorage.setItem('t', 'tok');
  const page = await start();
  await page.auth.startSession();
  expect(calls).toEqual(['auth/me/']);
  expect(page.session.get().status).toBe('in');
});

it('refreshes an invalid token', async () => {
  localStorage.setItem('t', 'tok');
  answers['auth/me/'] = () => (calls.includes('auth/jwt/refresh/') ? json({ data: me }) : refuse());
  const page = await start();
  await page.auth.startSession();
  expect(page.session.get()).toMatchObject({ status: 'in', token: 'new' });
});

it('ends the session if a token is invalid and can’t be refreshed', async () => {
  localStorage.setItem('t', 'tok');
  answers['auth/me/'] = refuse;
  answers['auth/jwt/refresh/'] = refuse;
  const page = await start();
  await page.auth.startSession();
  expect(page.session.get()).toMatchObject({ status: 'out', ended: 'expired' });
});

it('continues with the last known rights if the network is away at start', async () => {
  localStorage.setItem('t', 'tok');
  localStorage.setItem('me', JSON.stringify(me));
  answers['auth/me/'] = offline;
  const page = await start();
  await page.auth.startSession();
  expect(page.session.get()).toMatchObject({ status: 'in', token: 'tok', me });
});

it('a session can start again after a start without a network', async () => {
  localStorage.setItem('t', 'tok');
  answers['auth/me/'] = offline;
  const page = await start();
  await expect(page.auth.startSession()).rejects.toMatchObject({ status: 0 });
  answers['auth/me/'] = () => json({ data: me });
  await page.auth.startSession();
  expect(page.session.get().status).toBe('in');
});

it('verifies every 25 minutes, and signs out if both verification and refresh are refused', async () => {
  const page = await start();
  await page.auth.signIn('a', 'b');
  vi.useFakeTimers();
  const stop = page.auth.keepVerified();
  calls = [];
  await vi.advanceTimersByTimeAsync(1_499_999);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toEqual(['auth/jwt/verify/']);
  answers['auth/jwt/verify/'] = offline;
  await vi.advanceTimersByTimeAsync(1_500_000);
  expect(page.session.get().status).toBe('in');
  answers['auth/jwt/verify/'] = refuse;
  answers['auth/jwt/refresh/'] = refuse;
  await vi.advanceTimersByTimeAsync(1_500_000);
  expect(page.session.get().status).toBe('out');
  stop();
});
