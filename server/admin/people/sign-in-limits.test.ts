import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD, startApi, type TestApi } from '#tests/support/api.ts';
import { makeAccount } from '#tests/support/factories.ts';

let api: TestApi;
let time = Date.parse('2026-03-10T08:00:00Z');
/** The clock stands still but for this. */
const later = (seconds: number) => {
  time += seconds * 1000;
  api.setNow(new Date(time));
};
beforeAll(async () => {
  api = await startApi();
  later(0);
});
afterAll(() => api.close());

/** A sign-in from an address, as a proxy of this machine tells it. */
async function signIn(login: string, password: string, { from = '203.0.113.1', code }: { from?: string; code?: string } = {}) {
  const response = await api.app.fetch(
    new Request('http://localhost/api/auth/jwt/create/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ login, password, ...(code === undefined ? {} : { code }) }),
    }),
  );
  return response.status;
}
const counted = (statuses: readonly number[]) => {
  const of = (status: number) => statuses.filter((one) => one === status).length;
  return { judged: of(400), refused: of(429), let: of(200), failed: statuses.filter((status) => status >= 500).length };
};
const all = async (count: number, attempt: (index: number) => Promise<number>) =>
  counted(await Promise.all(Array.from({ length: count }, (_, index) => attempt(index))));

it('of many passwords at once only as many are judged as of those that come one after the other', async () => {
  const { email } = await makeAccount(api, { user_type: 'admin' });
  expect(await all(300, () => signIn(email, 'wrong'))).toMatchObject({ judged: 8, let: 0, failed: 0 });
  later(3601);
  expect(await all(8, () => signIn(email, 'wrong'))).toMatchObject({ judged: 8, let: 0, failed: 0 });
  // The right one has to wait, too, twice as long after each failure.
  expect(await signIn(email, PASSWORD)).toBe(429);
  later(3);
  expect(await signIn(email, 'wrong')).toBe(400);
  later(3);
  expect(await signIn(email, PASSWORD)).toBe(429);
  later(2);
  expect(await signIn(email, PASSWORD)).toBe(200);
  expect(await all(20, () => signIn(email, 'wrong'))).toMatchObject({ judged: 8, let: 0, failed: 0 });
});

it('of many addresses an account hears more, and then has to wait; its owner, who signed in before, does not', async () => {
  const { email } = await makeAccount(api, { user_type: 'admin' });
  const own = '198.51.100.20';
  expect(await signIn(email, PASSWORD, { from: own })).toBe(200);
  expect(await all(300, (index) => signIn(email, 'wrong', { from: `203.0.${index >> 8}.${index & 255}` }))).toMatchObject({
    judged: 30,
    let: 0,
    failed: 0,
  });
  expect(await signIn(email, PASSWORD, { from: '192.0.2.77' })).toBe(429);
  expect(await signIn(email, PASSWORD, { from: own })).toBe(200);
});

it('an account is one, by its email and by any spelling of its phone', async () => {
  const phone = '+380671112299';
  const { email, id } = await makeAccount(api, { user_type: 'admin' });
  await api.database.acrossClients().updateTable('account').set({ phone }).where('id', '=', id).execute();
  const spellings = [email, email.toUpperCase(), phone, phone.slice(1)];
  expect(await all(80, (index) => signIn(spellings[index % 4] as string, 'wrong'))).toMatchObject({ judged: 8, let: 0, failed: 0 });
});

it('strangers cannot lock somebody out who is signed in, by naming an id', async () => {
  const { caller, id, email } = await makeAccount(api, { user_type: 'admin' });
  for (const login of [String(id), `account ${id}`, `own account ${id}`, email]) await all(60, () => signIn(login, 'wrong'));
  const changed = await caller.put('auth/me/', { new_password: 'another password of mine', password: PASSWORD });
  expect(changed.status).toBe(200);
});

it('an address that failed often waits a minute at most, and who is known there not at all', async () => {
  const from = '198.51.100.30';
  const { email } = await makeAccount(api, { user_type: 'admin' });
  const other = await makeAccount(api, { user_type: 'admin' });
  expect(await signIn(email, PASSWORD, { from })).toBe(200);
  const strangers = await all(300, (index) => signIn(`nobody-${index}@farm.example`, 'wrong', { from }));
  expect(strangers).toMatchObject({ judged: 100, let: 0, failed: 0 });
  expect(await signIn(email, PASSWORD, { from })).toBe(200);
  expect(await signIn(other.email, PASSWORD, { from })).toBe(429);
  later(60);
  expect(await signIn(other.email, PASSWORD, { from })).toBe(200);
});

it('a clock that ran ahead and was put right locks nobody out', async () => {
  const { email } = await makeAccount(api, { user_type: 'admin' });
  later(30 * 86_400);
  for (let guess = 0; guess < 12; guess += 1) await signIn(email, 'wrong');
  expect(await signIn(email, PASSWORD)).toBe(429);
  later(-30 * 86_400);
  expect(await signIn(email, PASSWORD)).toBe(200);
});

it('of many one-time codes at once only as many are judged; a sign-in that lacks its code is no guess', async () => {
  const { caller, email } = await makeAccount(api, { user_type: 'admin' });
  const { secret } = (await caller.post('auth/second-factor/', { password: PASSWORD })).data;
  const code = () => new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: api.services.now().getTime() });
  expect((await caller.post('auth/second-factor/confirm/', { code: code() })).status).toBe(200);
  const from = '192.0.2.9';
  expect(await all(20, () => signIn(email, PASSWORD, { from }))).toMatchObject({ failed: 0 });
  later(3600);
  expect(await all(100, (index) => signIn(email, PASSWORD, { from, code: String(index).padStart(6, '0') }))).toMatchObject({ let: 0 });
  expect(await signIn(email, PASSWORD, { from, code: code() })).toBe(429);
  later(1800);
  expect(await signIn(email, PASSWORD, { from, code: code() })).toBe(200);
});
