import { describe, expect } from 'vitest';
import { callerOf, PASSWORD } from '#tests/support/api.ts';
import { makeAccount, makeClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';
import { newSetupCode } from './setup.ts';

describe('setup', () => {
  test('creates the first super administrator with the log’s code, once', async ({ api }) => {
    expect((await api.nobody.get('setup/')).data).toMatchObject({ needed: true, demonstration: null });
    // Servers that start together have each printed a code.
    const [code = ''] = await Promise.all([newSetupCode(api.database), newSetupCode(api.database), newSetupCode(api.database)]);
    const person = { first_name: 'First', last_name: 'Admin', email: 'first@test.example', password: 'long enough' };
    const wrong = await api.nobody.post('setup/', { ...person, code: '000000000000' });
    expect([wrong.status, wrong.errors.code?.[0]?.code]).toEqual([400, 23]);
    const made = await api.nobody.post('setup/', { ...person, code });
    expect([made.status, made.data.is_superadmin]).toEqual([201, true]);
    expect((await api.nobody.get('setup/')).data).toMatchObject({ needed: false, demonstration: null });
    expect((await api.nobody.post('setup/', { ...person, email: 'second@test.example', code })).status).toBe(400);
    expect(await newSetupCode(api.database)).toBeUndefined();
  });
});

describe('signing in', () => {
  test('returns a token with role and modules, and refuses all wrong input with one answer', async ({ api }) => {
    const client = await makeClient(api);
    const { email } = await makeAccount(api, { user_type: 'employee', client_id: client.id });
    const right = await api.nobody.post('auth/jwt/create', { login: email.toUpperCase(), password: PASSWORD });
    expect(right.data).toMatchObject({ user_type: 'employee', is_superadmin: false, modules: ['manger', 'animalfeed'] });
    for (const login of [email, 'nobody@test.example']) {
      const wrong = await api.nobody.post('auth/jwt/create/', { login, password: 'not this one' });
      expect([wrong.status, wrong.errors.detail?.[0]?.code]).toEqual([400, 'incorrect_login']);
    }
    expect((await api.nobody.post('auth/jwt/create/', {})).errors).toMatchObject({ login: [{ code: 2 }], password: [{ code: 2 }] });
  });

  test('delays guesses of an account, including the right password', async ({ api }) => {
    const { email } = await makeAccount(api, { user_type: 'admin' });
    for (let guess = 0; guess < 8; guess += 1) await api.nobody.post('auth/jwt/create/', { login: email, password: 'wrong' });
    const refused = await api.nobody.post('auth/jwt/create/', { login: email, password: PASSWORD });
    expect([refused.status, refused.errors.detail?.[0]?.code]).toEqual([429, 'too_many_attempts']);
    expect(refused.errors.detail?.[0]?.limit).toBeGreaterThan(0);
  });

  test('needs a genuine token', async ({ api }) => {
    expect((await api.nobody.get('auth/me/')).status).toBe(401);
    expect((await callerOf(api.app, 'abc.def.ghi').get('auth/me/')).status).toBe(401);
    expect((await api.nobody.post('auth/jwt/verify/', { token: 'abc' })).status).toBe(401);
  });
});

describe('a token', () => {
  test('expires, and is renewed for 30 days after the first sign-in', async ({ api }) => {
    const { caller } = await makeAccount(api, { user_type: 'admin' });
    const day = 24 * 3600 * 1000;
    const at = (days: number) => api.setNow(new Date(Date.now() + days * day));
    at(1);
    expect((await caller.get('auth/me/')).status).toBe(401);
    const renewed = await api.nobody.post('auth/jwt/refresh/', { token: caller.token });
    expect(renewed.status).toBe(200);
    expect((await callerOf(api.app, renewed.data.token).get('auth/me/')).status).toBe(200);
    at(31);
    expect((await api.nobody.post('auth/jwt/refresh/', { token: renewed.data.token })).status).toBe(401);
    api.setNow(null);
  });

  test('ends with the sign-out, also for renewal', async ({ api }) => {
    const { caller } = await makeAccount(api, { user_type: 'admin' });
    expect((await caller.get('auth/me/')).status).toBe(200);
    expect((await caller.post('auth/logout/', {})).status).toBe(204);
    expect((await caller.get('auth/me/')).status).toBe(401);
    expect((await api.nobody.post('auth/jwt/refresh/', { token: caller.token })).status).toBe(401);
  });

  test('ends with the lock of the person or the client', async ({ api }) => {
    const root = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
    const client = await makeClient(api);
    const employee = await makeAccount(api, { user_type: 'employee', client_id: client.id });
    expect((await employee.caller.get('auth/me/')).status).toBe(200);
    expect((await client.owner.put(`perm/employees/${employee.id}/`, { locked: true })).status).toBe(200);
    expect((await employee.caller.get('auth/me/')).status).toBe(401);
    // Unlocking doesn't revive it: the owner of a stolen phone unlocks only the account.
    expect((await client.owner.put(`perm/employees/${employee.id}/`, { locked: false })).status).toBe(200);
    expect((await employee.caller.get('auth/me/')).status).toBe(401);
    const consultant = await makeAccount(api, { user_type: 'consultant' });
    expect((await consultant.caller.get('auth/me/')).status).toBe(200);
    for (const locked of [true, false]) {
      expect((await root.caller.put(`dashboard/users/${consultant.id}/`, { locked })).status).toBe(200);
      expect((await consultant.caller.get('auth/me/')).status).toBe(401);
    }
    // A save that leaves the lock unchanged ends nothing.
    const other = await makeAccount(api, { user_type: 'employee', client_id: client.id });
    expect((await client.owner.put(`perm/employees/${other.id}/`, { locked: false, first_name: 'Ada' })).status).toBe(200);
    expect((await other.caller.get('auth/me/')).status).toBe(200);
    expect((await root.caller.put(`dashboard/clients/${client.id}/`, { locked: true })).status).toBe(200);
    expect((await client.owner.get('auth/me/')).status).toBe(401);
    expect((await api.nobody.post('auth/jwt/refresh/', { token: client.owner.token })).status).toBe(401);
  });
});

describe('auth/me', () => {
  test('changes own details, and the password only with the present one', async ({ api }) => {
    const { caller, email } = await makeAccount(api, { user_type: 'consultant' });
    expect((await caller.put('auth/me/', { language: 'de', phone: '+49301234567', password: PASSWORD })).data).toMatchObject({
      language: 'de',
      phone: '+49301234567',
    });
    expect((await caller.put('auth/me/', { phone: 'call me' })).errors.phone?.[0]?.code).toBe('phone');
    expect((await caller.put('auth/me/', { new_password: '1234567890', password: PASSWORD })).errors.new_password?.[0]?.code).toBe(30);
    expect((await caller.put('auth/me/', { new_password: 'short', password: PASSWORD })).errors.new_password?.[0]?.code).toBe(31);
    expect((await caller.put('auth/me/', { new_password: 'a new password', password: 'wrong' })).errors.password?.[0]?.code).toBe(
      'wrong_password',
    );
    expect((await caller.put('auth/me/', { new_password: 'a new password', password: PASSWORD })).status).toBe(200);
    expect((await caller.get('auth/me/')).status).toBe(401);
    expect((await api.signIn(email, 'a new password')).token).not.toBe('');
  });

  test('returns the rights: consultants view only, employees have those of their group', async ({ api }) => {
    const client = await makeClient(api);
    const consultant = await makeAccount(api, { user_type: 'consultant', clients: [client.id] });
    const seen = (await consultant.caller.get('auth/me/')).data.permissions;
    expect(seen.every((entry: Record<string, boolean>) => entry.view && !entry.add && !entry.change && !entry.delete)).toBe(true);
    const group = await client.owner.post('perm/groups/', {
      name: 'Feeders',
      permissions: [{ module: 'manger', name: 'schedule', view: true, add: false, change: true, delete: false }],
    });
    const employee = await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: group.data.id });
    const granted = (await employee.caller.get('perm/permissions/')).data.filter(
      (entry: Record<string, boolean>) => entry.view || entry.change,
    );
    expect(granted).toEqual([
      { module: 'manger', label: 'access.manger.schedule', name: 'schedule', view: true, add: false, change: true, delete: false },
    ]);
    await client.owner.put(`perm/groups/${group.data.id}/`, { permissions: [] });
    expect((await employee.caller.get('perm/permissions/')).data.some((entry: Record<string, boolean>) => entry.view)).toBe(false);
  });
});
