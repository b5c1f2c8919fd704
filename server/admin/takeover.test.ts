import { describe, expect } from 'vitest';
import { hashPassword } from '#server/platform/auth/passwords.ts';
import { type Caller, callerOf, PASSWORD, type TestApi } from '#tests/support/api.ts';
import { makeAccount, makeClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

/** Attempts to take over an account or the installation. */
let root: Caller & { id: number };

test.beforeAll(async ({ api }) => {
  const { caller, id } = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
  root = { ...caller, id };
});

describe('a password', () => {
  const set = async (password: string) => {
    const email = `olena.${Math.random().toString(36).slice(2)}@farm.example`;
    const person = { email, first_name: 'Olena', last_name: 'Ostapchenko', phone: '' };
    const answer = await root.post('dashboard/users/create/', { ...person, user_type: 'admin', password });
    return answer.status === 201 ? 'taken' : answer.errors.password?.[0]?.code;
  };

  test.each([
    ['seven 7', 31],
    ['oats 4 8', 'taken'],
    ['1234567890', 30],
    ['password12', 'password_common'],
    ['Basketball!', 'password_common'],
    ['          ', 'password_common'],
    ['aaaaaaaaaaaa', 'password_common'],
    ['Ostapchenko1', 'password_own'],
    ['olena2026!', 'password_own'],
    ['feed-the-herd-1', 'taken'],
    ['Ostapchenko feeds at dawn', 'taken'],
  ])('%s is %s', async (password, expected) => {
    expect(await set(password)).toBe(expected);
  });

  test('a password is judged equally by every endpoint that sets it', async ({ api }) => {
    const { caller, id, email } = await makeAccount(api, { user_type: 'admin' });
    const own = { password: PASSWORD, new_password: email };
    expect((await caller.put('auth/me/', own)).errors.new_password?.[0]?.code).toBe('password_own');
    expect((await root.put(`dashboard/users/${id}/password/`, { password: 'password12' })).errors.password?.[0]?.code).toBe(
      'password_common',
    );
    const client = await makeClient(api);
    const person = { email: 'someone@farm.example', password: 'iloveyou12' };
    expect((await client.owner.post('perm/employees/create/', person)).errors.password?.[0]?.code).toBe('password_common');
  });

  test('a password has the required length of the sign-in rules at every endpoint', async ({ api }) => {
    const { caller, id } = await makeAccount(api, { user_type: 'admin' });
    const client = await makeClient(api);
    for (const wrong of [7, 65, 8.5]) expect((await root.put('dashboard/security/', { password_length: wrong })).status).toBe(400);
    expect((await root.get('dashboard/security/')).data.password_length).toBe(8);
    await root.put('dashboard/security/', { second_factor: ['staff'] });
    try {
      const rules = { second_factor: ['staff'], password_length: 20 };
      expect((await root.put('dashboard/security/', { password_length: 20 })).data).toEqual(rules);
      expect((await root.put('dashboard/security/', { second_factor: ['staff'] })).data).toEqual(rules);
      expect((await caller.get('auth/me/')).data.password_length).toBe(20);
      expect((await api.nobody.get('setup/')).data.password_length).toBe(20);
      const short = 'nineteen of letters';
      const set = [
        await caller.put('auth/me/', { password: PASSWORD, new_password: short }),
        await root.put(`dashboard/users/${id}/password/`, { password: short }),
        await root.post('dashboard/users/create/', { email: 'anna@farm.example', user_type: 'admin', password: short }),
        await client.owner.post('perm/employees/create/', { email: 'petro@farm.example', password: short }),
      ];
      for (const { errors } of set) expect(Object.values(errors)[0]?.[0]).toMatchObject({ code: 31, limit: 20 });
      // The present password stays valid, and a long new one is accepted.
      expect((await caller.put('auth/me/', { password: PASSWORD, new_password: `${short}!` })).status).toBe(200);
    } finally {
      await root.put('dashboard/security/', { second_factor: [], password_length: 8 });
    }
  });
});

test('email and phone change only with the password, names without', async ({ api }) => {
  const { caller, email } = await makeAccount(api, { user_type: 'consultant' });
  expect((await caller.put('auth/me/', { email: 'thief@farm.example' })).errors.password?.[0]?.code).toBe(2);
  expect((await caller.put('auth/me/', { phone: '+380501112233', password: 'wrong' })).errors.password?.[0]?.code).toBe('wrong_password');
  expect((await caller.get('auth/me/')).data).toMatchObject({ email, phone: '' });
  expect((await caller.put('auth/me/', { first_name: 'Ira', email })).status).toBe(200);
  expect((await caller.put('auth/me/', { phone: '+380501112233', password: PASSWORD })).data.phone).toBe('+380501112233');
});

test('the list of users can’t change its reader’s own sign-in', async ({ api }) => {
  const { caller, id, email } = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
  const own = `dashboard/users/${id}/`;
  const { version } = (await caller.get(own)).data;
  for (const [field, value] of [
    ['email', 'thief@farm.example'],
    ['phone', '+380501112233'],
  ] as const) {
    expect((await caller.put(own, { [field]: value, version })).errors[field]?.[0]?.code).toBe('own_sign_in');
  }
  expect((await caller.put(`${own}password/`, { password: 'known to the thief' })).errors.detail?.[0]?.code).toBe('own_sign_in');
  expect((await caller.delete(`${own}second-factor/`, { password: PASSWORD })).errors.detail?.[0]?.code).toBe('own_sign_in');
  expect((await caller.put(own, { email, first_name: 'Ira', version })).status).toBe(200);
  expect((await api.nobody.post('auth/jwt/create/', { login: email, password: PASSWORD })).status).toBe(200);
});

test('concurrent new passwords proved by one old password: a single one is accepted and opens a session', async ({ api }) => {
  // With the usual cost of hashing, so that all four run before the first is accepted.
  const password_hash = await hashPassword(PASSWORD);
  for (let round = 0; round < 3; round += 1) {
    const { caller, email } = await makeAccount(api, { user_type: 'admin', password_hash });
    const fresh = [1, 2, 3, 4].map((hour) => `feed the herd at ${hour} o'clock`);
    const answers = await Promise.all(fresh.map((one) => caller.put('auth/me/', { password: PASSWORD, new_password: one })));
    const taken = answers.filter(({ status }) => status === 200);
    // A later proof gets "wrong password"; the other requests are signed out.
    const refused = answers.filter(
      ({ status, errors }) => status === 401 || (status === 400 && errors.password?.[0]?.code === 'wrong_password'),
    );
    expect([taken.length, refused.length]).toEqual([1, 3]);
    const logins = await Promise.all(fresh.map((one) => api.nobody.post('auth/jwt/create/', { login: email, password: one })));
    expect(logins.map(({ status }) => status === 200)).toEqual(answers.map(({ status }) => status === 200));
  }
});

test('two super administrators who lock each other at once: one remains', async ({ api }) => {
  for (let round = 0; round < 5; round += 1) {
    const others = await Promise.all([0, 1].map(() => makeAccount(api, { user_type: 'admin', is_superadmin: true })));
    const [one, two] = others as [(typeof others)[0], (typeof others)[0]];
    await api.database
      .acrossClients()
      .updateTable('account')
      .set({ locked: true })
      .where('is_superadmin', '=', true)
      .where('id', 'not in', [one.id, two.id])
      .execute();
    const lock = (by: Caller, whom: number) => by.put(`dashboard/users/${whom}/`, { locked: true });
    const answers = await Promise.all([lock(one.caller, two.id), lock(two.caller, one.id)]);
    const [won, lost] = answers.map(({ status }) => status).sort((a, b) => a - b);
    // The later one is locked already.
    expect([won, lost === 409 || lost === 401]).toEqual([200, true]);
    const left = await api.database
      .acrossClients()
      .selectFrom('account')
      .select('id')
      .where('is_superadmin', '=', true)
      .where('locked', '=', false)
      .where('deleted', '=', false)
      .execute();
    expect(left).toHaveLength(1);
  }
  await api.database.acrossClients().updateTable('account').set({ locked: false }).where('id', '=', root.id).execute();
});

describe('an administrator who impersonates a user', () => {
  const viewAsOther = async (api: TestApi) => {
    const viewer = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
    const seen = await makeAccount(api, { user_type: 'consultant' });
    const { data } = await viewer.caller.post(`dashboard/users/${seen.id}/view-as/`, {});
    const eyes = callerOf(api.app, data.token);
    expect((await eyes.get('auth/me/')).data.id).toBe(seen.id);
    return { ...viewer, eyes };
  };

  test('an impersonated session ends with the viewer’s sign-out', async ({ api }) => {
    const { caller, eyes } = await viewAsOther(api);
    expect((await caller.post('auth/logout/', {})).status).toBe(204);
    expect((await eyes.get('auth/me/')).status).toBe(401);
  });

  test('an impersonated session ends with a new password', async ({ api }) => {
    const { caller, eyes } = await viewAsOther(api);
    expect((await caller.put('auth/me/', { password: PASSWORD, new_password: 'another of my own' })).status).toBe(200);
    expect((await eyes.get('auth/me/')).status).toBe(401);
  });
});
