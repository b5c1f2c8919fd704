import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Caller, PASSWORD as GIVEN, type TestApi } from '#tests/support/api.ts';
import { makeAccount, makeClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

const PASSWORD = 'a-long-password';

let serial = 0;
const person = (phone: string) => ({
  first_name: 'A',
  last_name: 'B',
  email: `phone-${++serial}@test.example`,
  phone,
  user_type: 'admin',
  password: PASSWORD,
});
const add = (root: Caller, phone: string) => root.post('dashboard/users/create/', person(phone));
const signIn = (api: TestApi, login: string) => api.nobody.post('auth/jwt/create/', { login, password: PASSWORD });

test('a number is stored in one spelling and found in every spelling', async ({ api, root }) => {
  const made = await add(root, ' 00 380 (67) 111-22-33 ');
  expect([made.status, made.data.phone]).toEqual([201, '+380671112233']);
  for (const login of ['+380671112233', '380671112233', '00380671112233', '+380 67 111 22 33', '(380) 67-111–22–33'])
    expect([login, (await signIn(api, login)).status]).toEqual([login, 200]);
  expect((await signIn(api, '+380671112234')).status).toBe(400);
});

test('a number without its plus belongs to the same account', async ({ api, root }) => {
  expect((await add(root, '+49 (0)30 1234567')).data.phone).toBe('+49301234567');
  for (const phone of ['49301234567', '0049301234567', '+49 30 123-45.67'])
    expect((await add(root, phone)).errors.phone?.[0]?.code).toBe(5);
  const { owner } = await makeClient(api);
  expect((await owner.put('auth/me/', { phone: '49301234567', password: GIVEN })).errors.phone?.[0]?.code).toBe(5);
});

test('refuses national numbers, letters and more than 15 digits; an empty number is allowed', async ({ root }) => {
  for (const phone of ['0671112233', '+0671112233', 'call me', '+1234567890123456', '+1234', '+38067+111'])
    expect([phone, (await add(root, phone)).errors.phone?.[0]?.code]).toEqual([phone, 'phone']);
  expect((await add(root, '')).status).toBe(201);
  expect((await add(root, '')).status).toBe(201);
});

test('guesses are limited in every spelling', async ({ api, root }) => {
  await add(root, '+48221234567');
  const spellings = [
    '+48221234567',
    '48221234567',
    '0048221234567',
    '+48 22 123 45 67',
    '+48-22-1234567',
    '(48)221234567',
    '48.221234567',
    '48 221234567',
  ];
  for (const login of spellings) await api.nobody.post('auth/jwt/create/', { login, password: 'wrong' });
  expect((await signIn(api, '+48 (22) 1234567')).status).toBe(429);
});

test('the migration unifies spellings; of two equal numbers the one with the plus stays, and the other moves to the notes', async ({
  api,
}) => {
  const db = api.database.acrossClients();
  const ids: number[] = [];
  for (const phone of ['372551111', '00372552222', '0553333', '372554444', '+372554444', '+372555555']) {
    const { id } = await makeAccount(api, { user_type: 'admin' });
    await sql`update account set phone = ${phone}, about = 'x' where id = ${id}`.execute(db);
    ids.push(id);
  }
  const migration = readFileSync(new URL('../../db/migrations/018-phones.sql', import.meta.url), 'utf8');
  for (let run = 0; run < 2; run++) {
    await sql.raw(migration).execute(db);
    const { rows } = await sql<{
      phone: string;
      about: string;
    }>`select phone, about from account where id = any(${ids}) order by id`.execute(db);
    expect(rows.map(({ phone, about }) => [phone, about])).toEqual([
      ['+372551111', 'x'],
      ['+372552222', 'x'],
      ['0553333', 'x'],
      ['', 'x\n372554444'],
      ['+372554444', 'x'],
      ['+372555555', 'x'],
    ]);
  }
});
