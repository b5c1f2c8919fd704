import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { describe, expect } from 'vitest';
import { sweepSignIns } from '#server/admin/jobs.ts';
import { type Caller, callerOf, PASSWORD, type TestApi } from '#tests/support/api.ts';
import { makeAccount, makeClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

let root: Caller;
let rootId: number;
test.beforeAll(async ({ api }) => {
  const made = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
  root = made.caller;
  rootId = made.id;
});

const signIn = (api: TestApi, body: object) => api.nobody.post<{ token: string }>('auth/jwt/create/', body);
const generateCode = (secret: string, at = Date.now()) => new TOTP({ secret }).generate({ timestamp: at });

describe('sign-ins', () => {
  test('sign-ins are listed with the current one, and one or all can be ended immediately', async ({ api }) => {
    const { email, caller: desk } = await makeAccount(api, { user_type: 'admin' });
    const phone = await api.signIn(email);
    const listed = await desk.get('auth/sessions/');
    expect(listed.data.map((row: { current: boolean }) => row.current)).toEqual([true, false]);
    const other = listed.data[1].id;
    expect((await root.delete(`auth/sessions/${other}/`)).status).toBe(404);
    expect((await phone.get('auth/me/')).status).toBe(200);
    expect((await desk.delete(`auth/sessions/${other}/`)).status).toBe(204);
    expect((await phone.get('auth/me/')).status).toBe(401);
    expect((await api.nobody.post('auth/jwt/refresh/', { token: phone.token })).status).toBe(401);
    expect((await desk.delete(`auth/sessions/${other}/`)).status).toBe(404);
    const tablet = await api.signIn(email);
    expect((await desk.delete('auth/sessions/')).status).toBe(204);
    for (const caller of [desk, tablet]) expect((await caller.get('auth/me/')).status).toBe(401);
  });

  test('continue with a renewed token, and show their last use', async ({ api }) => {
    const { caller } = await makeAccount(api, { user_type: 'admin' });
    const renewed = await api.nobody.post<{ token: string }>('auth/jwt/refresh/', { token: caller.token });
    const fresh = callerOf(api.app, renewed.data.token);
    const before = (await fresh.get('auth/sessions/')).data;
    expect(before).toHaveLength(1);
    api.setNow(new Date(Date.now() + 3_600_000));
    expect((await api.nobody.post('auth/jwt/verify/', { token: fresh.token })).status).toBe(200);
    const [after] = (await fresh.get('auth/sessions/')).data;
    api.setNow(null);
    expect(Date.parse(after.seen_at) - Date.parse(before[0].seen_at)).toBeGreaterThan(3_000_000);
  });

  test('sign-ins have a token that states whether the account has its own client, also if renewed or impersonated', async ({ api }) => {
    const readOwnClaim = (token: string) => decodeJwt(token).own;
    const { owner } = await makeClient(api);
    const { caller: consultant } = await makeAccount(api, { user_type: 'consultant' });
    expect([readOwnClaim(owner.token), readOwnClaim(consultant.token)]).toEqual([true, false]);
    for (const { token } of [owner, consultant]) {
      const renewed = await api.nobody.post<{ token: string }>('auth/jwt/refresh/', { token });
      expect(readOwnClaim(renewed.data.token)).toBe(readOwnClaim(token));
    }
    const { id } = (await owner.get('auth/me/')).data;
    const borrowed = await root.post(`dashboard/users/${id}/view-as/`, {});
    expect(readOwnClaim(borrowed.data.token)).toBe(true);
  });

  test('sign-ins are deleted when they can no longer be renewed', async ({ api }) => {
    const { id } = await makeAccount(api, { user_type: 'admin' });
    const db = api.database.acrossClients();
    const count = async () => (await db.selectFrom('session').select('id').where('account_id', '=', id).execute()).length;
    await sweepSignIns(api.services);
    expect(await count()).toBe(1);
    await db
      .updateTable('session')
      .set({ created_at: new Date(Date.now() - 32 * 86_400_000).toISOString() })
      .where('account_id', '=', id)
      .execute();
    await sweepSignIns(api.services);
    expect(await count()).toBe(0);
  });
});

describe('a password that another set', () => {
  test('a password set by another person must be replaced before anything else works', async ({ api }) => {
    const person = await makeAccount(api, { user_type: 'admin' });
    expect((await root.put(`dashboard/users/${person.id}/password/`, { password: 'given by root' })).status).toBe(204);
    const caller = await api.signIn(person.email, 'given by root');
    expect((await caller.get('auth/me/')).data.duty).toBe('password');
    for (const path of ['dashboard/clients/', 'auth/sessions/', 'perm/permissions/']) {
      expect([path, (await caller.get(path)).errors.detail?.[0]?.code]).toEqual([path, 'password_due']);
    }
    const same = await caller.put('auth/me/', { password: 'given by root', new_password: 'given by root' });
    expect(same.errors.new_password?.[0]?.code).toBe('same_password');
    expect((await caller.put('auth/me/', { password: 'given by root', new_password: 'my very own' })).status).toBe(200);
    const free = await api.signIn(person.email, 'my very own');
    expect((await free.get('auth/me/')).data.duty).toBeNull();
    expect((await free.get('dashboard/clients/')).status).toBe(200);
  });
});

describe('the second factor', () => {
  async function withFactor(api: TestApi) {
    const person = await makeAccount(api, { user_type: 'admin' });
    const { secret, uri } = (await person.caller.post('auth/second-factor/', { password: PASSWORD })).data;
    expect(uri).toContain('otpauth://totp/Manger');
    const on = await person.caller.post('auth/second-factor/confirm/', { code: generateCode(secret) });
    return { ...person, secret, codes: on.data.recovery_codes as string[] };
  }

  test('starts with the password and a right code, and not before', async ({ api }) => {
    const { caller, email } = await makeAccount(api, { user_type: 'admin' });
    expect((await caller.post('auth/second-factor/', { password: 'wrong' })).errors.password?.[0]?.code).toBe('wrong_password');
    expect((await caller.post('auth/second-factor/confirm/', { code: '123456' })).status).toBe(409);
    await caller.post('auth/second-factor/', { password: PASSWORD });
    expect((await caller.post('auth/second-factor/confirm/', { code: 'no code' })).errors.code?.[0]?.code).toBe('wrong_code');
    expect((await signIn(api, { login: email, password: PASSWORD })).status).toBe(200);
  });

  test('requires a code or a recovery code, each of which works once', async ({ api }) => {
    const { email, secret, codes, caller } = await withFactor(api);
    expect((await caller.get('auth/me/')).data.second_factor).toBe(true);
    expect(codes).toHaveLength(10);
    const login = { login: email, password: PASSWORD };
    expect((await signIn(api, login)).errors.code?.[0]?.code).toBe('second_factor');
    expect((await signIn(api, { ...login, password: 'wrong' })).errors.detail?.[0]?.code).toBe('incorrect_login');
    // The code that switched the factor on is used up.
    expect((await signIn(api, { ...login, code: generateCode(secret) })).errors.code?.[0]?.code).toBe('wrong_code');
    const next = generateCode(secret, Date.now() + 30_000);
    expect((await signIn(api, { ...login, code: next })).status).toBe(200);
    expect((await signIn(api, { ...login, code: next })).status).toBe(400);
    expect((await signIn(api, { ...login, code: codes[0]!.toLowerCase() })).status).toBe(200);
    expect((await signIn(api, { ...login, code: codes[0] })).status).toBe(400);
  });

  test('limits guesses of codes like those of passwords', async ({ api }) => {
    const { email } = await withFactor(api);
    for (let guess = 0; guess < 8; guess += 1) await signIn(api, { login: email, password: PASSWORD, code: '000000' });
    expect((await signIn(api, { login: email, password: PASSWORD, code: '000000' })).status).toBe(429);
  });

  test('the second factor is switched off only with the password and a code of the app, or a recovery code', async ({ api }) => {
    for (const codeFor of [
      ({ secret }: { secret: string }) => generateCode(secret, Date.now() + 30_000),
      ({ codes }: { codes: string[] }) => codes[0],
    ]) {
      const { caller, email, ...factor } = await withFactor(api);
      const off = (proof: object) => caller.post('auth/second-factor/off/', proof);
      const code = codeFor(factor);
      expect((await off({ password: PASSWORD })).errors.code?.[0]?.code).toBe('second_factor');
      expect((await off({ password: PASSWORD, code: '000000' })).errors.code?.[0]?.code).toBe('wrong_code');
      // The code that switched the factor on is used up.
      expect((await off({ password: PASSWORD, code: generateCode(factor.secret) })).errors.code?.[0]?.code).toBe('wrong_code');
      expect((await off({ password: 'wrong', code })).errors.password?.[0]?.code).toBe('wrong_password');
      expect((await signIn(api, { login: email, password: PASSWORD })).errors.code?.[0]?.code).toBe('second_factor');
      expect((await off({ password: PASSWORD, code })).status).toBe(204);
      expect((await signIn(api, { login: email, password: PASSWORD })).status).toBe(200);
    }
  });

  test('the second factor can be replaced only after a code switched it off', async ({ api }) => {
    const { caller, secret } = await withFactor(api);
    expect((await caller.post('auth/second-factor/', { password: PASSWORD })).status).toBe(409);
    expect((await caller.post('auth/second-factor/confirm/', { code: generateCode(secret, Date.now() + 30_000) })).status).toBe(409);
    expect((await caller.get('auth/me/')).data.second_factor).toBe(true);
  });

  test('ends earlier sign-ins with the password only, except the one that switches it on', async ({ api }) => {
    const { caller, email } = await makeAccount(api, { user_type: 'admin' });
    const other = await api.signIn(email);
    const { secret } = (await caller.post('auth/second-factor/', { password: PASSWORD })).data;
    expect((await other.get('auth/me/')).status).toBe(200);
    expect((await caller.post('auth/second-factor/confirm/', { code: generateCode(secret) })).status).toBe(200);
    expect([(await caller.get('auth/me/')).status, (await other.get('auth/me/')).status]).toEqual([200, 401]);
  });

  test('a code is required for a new password, email or phone, except after a recent sign-in with a code', async ({ api }) => {
    const { caller, codes } = await withFactor(api);
    const change = (body: object) => caller.put('auth/me/', { password: PASSWORD, ...body });
    expect((await change({ phone: '+380501112299' })).status).toBe(200);
    api.setNow(new Date(Date.now() + 600_000));
    try {
      for (const body of [{ email: 'thief@farm.example' }, { phone: '+380501112288' }, { new_password: 'known to the thief' }]) {
        expect((await change(body)).errors.code?.[0]?.code).toBe('second_factor');
        expect((await change({ ...body, code: '000000' })).errors.code?.[0]?.code).toBe('wrong_code');
      }
      expect((await caller.put('auth/me/', { about: 'Loads at five' })).status).toBe(200);
      expect((await change({ new_password: 'known to me alone', code: codes[0] })).status).toBe(200);
    } finally {
      api.setNow(null);
    }
  });

  test('an administrator resets the second factor with proof of identity, which ends all sign-ins of its owner', async ({ api }) => {
    const { caller, email, id } = await withFactor(api);
    const reset = (by: Caller, proof: object) => by.delete(`dashboard/users/${id}/second-factor/`, proof);
    expect((await root.get(`dashboard/users/${id}/`)).data.second_factor).toBe(true);
    expect((await reset(root, {})).errors.password?.[0]?.code).toBe(2);
    expect((await reset(root, { password: 'wrong' })).errors.password?.[0]?.code).toBe('wrong_password');
    const guarded = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
    const { secret } = (await guarded.caller.post('auth/second-factor/', { password: PASSWORD })).data;
    await guarded.caller.post('auth/second-factor/confirm/', { code: generateCode(secret) });
    expect((await reset(guarded.caller, { password: PASSWORD })).errors.code?.[0]?.code).toBe('second_factor');
    expect((await caller.get('auth/me/')).status).toBe(200);
    expect((await reset(guarded.caller, { password: PASSWORD, code: generateCode(secret, Date.now() + 30_000) })).status).toBe(204);
    expect((await caller.get('auth/me/')).status).toBe(401);
    expect((await signIn(api, { login: email, password: PASSWORD })).status).toBe(200);
  });

  test('the second factor can be required of a kind of users, who must set it up first', async ({ api }) => {
    const { caller } = await makeAccount(api, { user_type: 'staff' });
    expect((await caller.put('dashboard/security/', { second_factor: ['staff'] })).status).toBe(403);
    expect((await root.put('dashboard/security/', { second_factor: ['staff'] })).data).toMatchObject({ second_factor: ['staff'] });
    try {
      expect((await caller.get('auth/me/')).data.duty).toBe('second_factor');
      expect((await caller.get('dashboard/clients/')).errors.detail?.[0]?.code).toBe('second_factor_due');
      const { secret } = (await caller.post('auth/second-factor/', { password: PASSWORD })).data;
      expect((await caller.post('auth/second-factor/confirm/', { code: generateCode(secret) })).status).toBe(200);
      expect((await caller.get('dashboard/clients/')).status).toBe(200);
      expect((await root.get('auth/me/')).data.duty).toBeNull();
    } finally {
      await root.put('dashboard/security/', { second_factor: [] });
    }
  });
});

describe('impersonating a user', () => {
  test('a super administrator sees the user’s screens, read-only and logged', async ({ api }) => {
    const client = await makeClient(api);
    const seen = await root.post<{ token: string }>(`dashboard/users/${client.ownerId}/view-as/`, {});
    expect(seen.status).toBe(201);
    const eyes = callerOf(api.app, seen.data.token);
    expect((await eyes.get('auth/me/')).data).toMatchObject({ id: client.ownerId, viewer: 'Test admin', user_type: 'client' });
    expect((await eyes.get('manager/companies/')).status).toBe(200);
    for (const refused of [
      eyes.post('manager/companies/', { name: 'No' }),
      eyes.put('auth/me/', { about: 'No' }),
      eyes.delete('auth/sessions/'),
      eyes.post('auth/second-factor/', { password: PASSWORD }),
    ]) {
      expect((await refused).errors.detail?.[0]?.code).toBe('view_only');
    }
    expect((await api.nobody.post('auth/jwt/refresh/', { token: seen.data.token })).status).toBe(401);
    expect((await client.owner.get('auth/sessions/')).count).toBe(1);
    const [trace] = (await root.get(`dashboard/activities/?action=view_as&client=${client.id}`)).data;
    expect(trace).toMatchObject({ user: rootId, client: client.id, resource: 'users', resource_id: client.ownerId });
    expect((await eyes.post('auth/logout/', {})).status).toBe(204);
    expect((await eyes.get('auth/me/')).status).toBe(401);
    expect((await client.owner.get('auth/me/')).status).toBe(200);
  });

  test('others are refused, super administrators can’t be viewed, and the view ends with the viewer', async ({ api }) => {
    const client = await makeClient(api);
    const path = `dashboard/users/${client.ownerId}/view-as/`;
    const admin = await makeAccount(api, { user_type: 'admin' });
    expect((await admin.caller.post(path, {})).status).toBe(403);
    expect((await client.owner.post(path, {})).status).toBe(403);
    expect((await root.post(`dashboard/users/${rootId}/view-as/`, {})).status).toBe(403);
    const other = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
    const { data } = await other.caller.post<{ token: string }>(path, {});
    expect((await root.put(`dashboard/users/${other.id}/`, { locked: true })).status).toBe(200);
    expect((await callerOf(api.app, data.token).get('auth/me/')).status).toBe(401);
    await root.put(`dashboard/users/${client.ownerId}/`, { locked: true });
    expect((await root.post(path, {})).errors.detail?.[0]?.code).toBe('account_locked');
  });
});

describe('an open screen', () => {
  /** A screen's stream, read on demand. */
  async function stream(api: TestApi, path: string, token: string) {
    const response = await api.app.fetch(new Request(`http://localhost/api/${path}`, { headers: { authorization: `JWT ${token}` } }));
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader.read()).value ?? '';
    return {
      async until(enough: RegExp) {
        while (!enough.test(text)) {
          const part = await reader.read();
          if (part.done) break;
          text += part.value;
        }
        return text;
      },
      close: () => reader.cancel(),
    };
  }
  const END = /the stream ends before this/;

  test('receives the lock of its user, and its stream ends', async ({ api }) => {
    const client = await makeClient(api);
    const screen = await stream(api, 'events/', client.owner.token);
    await root.put(`dashboard/users/${client.ownerId}/`, { locked: true });
    expect(await screen.until(END)).toContain('event: access');
  });

  test('receives it also before a client was entered', async ({ api }) => {
    const consultant = await makeAccount(api, { user_type: 'consultant' });
    const screen = await stream(api, 'dashboard/events/', consultant.caller.token);
    await root.put(`dashboard/users/${consultant.id}/`, { locked: true });
    expect(await screen.until(END)).toContain('event: access');
  });

  test('the list of accounts follows changes of people and their clients, in every client', async ({ api }) => {
    const client = await makeClient(api);
    const screens = await Promise.all(
      ['dashboard/events/', `dashboard/clients/${client.id}/events/`].map((path) => stream(api, path, root.token)),
    );
    const people = await stream(api, 'events/', client.owner.token);
    await client.owner.put('auth/me/', { about: 'Of the farm' });
    const changed = (resource: string) => new RegExp(`"${resource}","ids":\\[[\\d,]*\\b${client.ownerId}\\b`);
    for (const screen of screens) expect(await screen.until(changed('users'))).toMatch(changed('users'));
    expect(await people.until(changed('employees'))).toMatch(changed('employees'));
    await Promise.all([...screens, people].map((screen) => screen.close()));
  });

  test('the list of clients receives only changes of clients', async ({ api }) => {
    const client = await makeClient(api);
    const { caller } = await makeAccount(api, { user_type: 'consultant', clients: [client.id] });
    const screen = await stream(api, 'dashboard/events/', caller.token);
    await makeAccount(api, { user_type: 'admin' });
    await client.owner.put('auth/me/', { about: 'Of the farm' });
    const { version } = (await root.get(`dashboard/clients/${client.id}/`)).data;
    await root.put(`dashboard/clients/${client.id}/`, { info: 'Two dairies', version });
    expect(await screen.until(/data:/)).toBe(': open\n\ndata: {"resource":"clients","ids":[]}\n\n');
    await screen.close();
    expect((await client.owner.get('dashboard/events/')).status).toBe(403);
  });
});
