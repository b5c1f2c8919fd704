import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { PASSWORD, type TestApi } from '#tests/support/api.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

let time = Date.parse('2026-03-10T08:00:00Z');
/** Moves the stopped clock. */
const later = (api: TestApi, seconds: number) => {
  time += seconds * 1000;
  api.setNow(new Date(time));
};
test.beforeAll(async ({ api }) => {
  later(api, 0);
});

/** A sign-in from an address, as a proxy on this machine forwards it. */
async function signIn(
  api: TestApi,
  login: string,
  password: string,
  { from = '203.0.113.1', code }: { from?: string; code?: string } = {},
) {
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

test('concurrent guesses are limited exactly like sequential ones', async ({ api }) => {
  const { email } = await makeAccount(api, { user_type: 'admin' });
  expect(await all(300, () => signIn(api, email, 'wrong'))).toMatchObject({ judged: 8, let: 0, failed: 0 });
  later(api, 3601);
  expect(await all(8, () => signIn(api, email, 'wrong'))).toMatchObject({ judged: 8, let: 0, failed: 0 });
  // The right password has to wait, too, twice as long after each failure.
  expect(await signIn(api, email, PASSWORD)).toBe(429);
  later(api, 3);
  expect(await signIn(api, email, 'wrong')).toBe(400);
  later(api, 3);
  expect(await signIn(api, email, PASSWORD)).toBe(429);
  later(api, 2);
  expect(await signIn(api, email, PASSWORD)).toBe(200);
  expect(await all(20, () => signIn(api, email, 'wrong'))).toMatchObject({ judged: 8, let: 0, failed: 0 });
});

test('an account accepts more attempts from many addresses before it waits; its known owner doesn’t wait', async ({ api }) => {
  const { email } = await makeAccount(api, { user_type: 'admin' });
  const own = '198.51.100.20';
  expect(await signIn(api, email, PASSWORD, { from: own })).toBe(200);
  expect(await all(300, (index) => signIn(api, email, 'wrong', { from: `203.0.${index >> 8}.${index & 255}` }))).toMatchObject({
    judged: 30,
    let: 0,
    failed: 0,
  });
  expect(await signIn(api, email, PASSWORD, { from: '192.0.2.77' })).toBe(429);
  expect(await signIn(api, email, PASSWORD, { from: own })).toBe(200);
});

test('attempts count together for the email and any spelling of the phone', async ({ api }) => {
  const phone = '+380671112299';
  const { email, id } = await makeAccount(api, { user_type: 'admin' });
  await api.database.acrossClients().updateTable('account').set({ phone }).where('id', '=', id).execute();
  const spellings = [email, email.toUpperCase(), phone, phone.slice(1)];
  expect(await all(80, (index) => signIn(api, spellings[index % 4] as string, 'wrong'))).toMatchObject({ judged: 8, let: 0, failed: 0 });
});

test('strangers can’t lock out a signed-in person by id', async ({ api }) => {
  const { caller, id, email } = await makeAccount(api, { user_type: 'admin' });
  for (const login of [String(id), `account ${id}`, `own account ${id}`, email]) await all(60, () => signIn(api, login, 'wrong'));
  const changed = await caller.put('auth/me/', { new_password: 'another password of mine', password: PASSWORD });
  expect(changed.status).toBe(200);
});

test('an address with many failures waits a minute at most, and people known there don’t wait', async ({ api }) => {
  const from = '198.51.100.30';
  const { email } = await makeAccount(api, { user_type: 'admin' });
  const other = await makeAccount(api, { user_type: 'admin' });
  expect(await signIn(api, email, PASSWORD, { from })).toBe(200);
  const strangers = await all(300, (index) => signIn(api, `nobody-${index}@farm.example`, 'wrong', { from }));
  expect(strangers).toMatchObject({ judged: 100, let: 0, failed: 0 });
  expect(await signIn(api, email, PASSWORD, { from })).toBe(200);
  expect(await signIn(api, other.email, PASSWORD, { from })).toBe(429);
  later(api, 60);
  expect(await signIn(api, other.email, PASSWORD, { from })).toBe(200);
});

test('failed sign-ins from many addresses of one IPv6 network are limited like those of one address', async ({ api }) => {
  const strangers = await all(300, (index) =>
    signIn(api, `nobody-${index}@farm.example`, 'wrong', { from: `2001:db8:7:1:${index.toString(16)}::1` }),
  );
  expect(strangers).toMatchObject({ judged: 100, let: 0, failed: 0 });
  // A person in the next network doesn't wait.
  const { email } = await makeAccount(api, { user_type: 'admin' });
  expect(await signIn(api, email, PASSWORD, { from: '2001:db8:7:2::1' })).toBe(200);
  expect(await signIn(api, email, PASSWORD, { from: '2001:db8:7:1::1' })).toBe(429);
});

test('a person who signed in from an IPv6 network is known at each of its addresses', async ({ api }) => {
  const { email } = await makeAccount(api, { user_type: 'admin' });
  expect(await signIn(api, email, PASSWORD, { from: '2001:db8:8:1::1' })).toBe(200);
  expect(await all(60, (index) => signIn(api, email, 'wrong', { from: `203.1.${index}.1` }))).toMatchObject({ judged: 30, failed: 0 });
  expect(await signIn(api, email, PASSWORD, { from: '2001:db8:9:1::1' })).toBe(429);
  expect(await signIn(api, email, PASSWORD, { from: '2001:db8:8:1:ffff::2' })).toBe(200);
});

test('a corrected clock that was ahead locks nobody out', async ({ api }) => {
  const { email } = await makeAccount(api, { user_type: 'admin' });
  later(api, 30 * 86_400);
  for (let guess = 0; guess < 12; guess += 1) await signIn(api, email, 'wrong');
  expect(await signIn(api, email, PASSWORD)).toBe(429);
  later(api, -30 * 86_400);
  expect(await signIn(api, email, PASSWORD)).toBe(200);
});

test('concurrent one-time codes are limited; a sign-in without its code is no guess', async ({ api }) => {
  const { caller, email } = await makeAccount(api, { user_type: 'admin' });
  const { secret } = (await caller.post('auth/second-factor/', { password: PASSWORD })).data;
  const code = () => new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: api.services.now().getTime() });
  expect((await caller.post('auth/second-factor/confirm/', { code: code() })).status).toBe(200);
  const from = '192.0.2.9';
  expect(await all(100, () => signIn(api, email, PASSWORD, { from }))).toMatchObject({ failed: 0 });
  later(api, 3600);
  expect(await all(100, (index) => signIn(api, email, PASSWORD, { from, code: String(index).padStart(6, '0') }))).toMatchObject({
    let: 0,
    failed: 0,
  });
  expect(await signIn(api, email, PASSWORD, { from, code: code() })).toBe(429);
  later(api, 1800);
  expect(await signIn(api, email, PASSWORD, { from, code: code() })).toBe(200);
});
