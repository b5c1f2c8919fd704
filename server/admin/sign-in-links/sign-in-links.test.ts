import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { secretHash } from '#server/platform/auth/access-key.ts';
import { PASSWORD, type TestApi } from '#tests/support/api.ts';
import { make, makeAccount, makeClient } from '#tests/support/factories.ts';
import { decoded, type MailServer } from '#tests/support/mail-server.ts';
import { test } from '#tests/support/test.ts';

const OWN = 'meadow at dawn 5';
const NOW = '2026-03-10T08:00:00Z';
const DAY = 86_400_000;
let api: TestApi;
let mail: MailServer;

test.beforeAll(({ api: server, mail: inbox }) => {
  [api, mail] = [server, inbox];
  api.services.publicUrl = 'https://manger.test';
});
test.beforeEach(async () => {
  // The limits of one network don't concern these tests.
  await sql`delete from attempt`.execute(api.database.acrossClients());
  mail.mails.length = 0;
  mail.answer = () => undefined;
  api.setNow(NOW);
});

let count = 0;
const newEmail = () => `person-${++count}@farm.example`;
const toSecret = (url: string) => url.split('#')[1] ?? '';
const viewLink = (secret: string) => api.nobody.post('auth/link/look/', { secret });
const setPassword = (secret: string, password = OWN) => api.nobody.post('auth/link/use/', { secret, password });
const signIn = async (login: string, password: string) => (await api.nobody.post('auth/jwt/create/', { login, password })).status;
const later = (days: number) => api.setNow(new Date(Date.parse(NOW) + days * DAY));

/** An employee without a password, and the secret of the invitation. */
async function invite(body: object = {}) {
  const client = await makeClient(api);
  const email = newEmail();
  const person = await make(client.owner, 'perm/employees/create/', { email, first_name: 'Olha', language: 'de' });
  const { status, data } = await client.owner.post(`perm/employees/${person.id}/invite/`, body);
  expect(status).toBe(200);
  return { client, person, email, invitation: data, secret: toSecret(data.url) };
}

describe('invitations', () => {
  test('an invitation lets a person without a password set one, once, and sign in with it', async () => {
    const { email, invitation, secret } = await invite();
    expect(invitation).toMatchObject({ email, mail: 'none', expires_at: new Date(Date.parse(NOW) + 7 * DAY).toISOString() });
    expect(invitation.url).toMatch(/^https:\/\/manger\.test\/set-password#[\w-]{43}$/);
    expect(await signIn(email, 'awaits a password')).toBe(400);
    expect((await viewLink(secret)).data).toEqual({
      ...{
        kind: 'invitation',
        state: 'open',
        name: 'Olha',
        email,
        language: 'de',
        company_name: expect.stringMatching(/^Client /),
        password_length: 8,
      },
    });
    expect((await setPassword(secret, 'password12')).errors.password?.[0]?.code).toBe('password_common');
    expect((await setPassword(secret)).status).toBe(204);
    expect(await signIn(email, OWN)).toBe(200);
    const signedIn = await api.signIn(email, OWN);
    expect((await signedIn.get('auth/me/')).data.duty).toBeNull();
    expect((await viewLink(secret)).data.state).toBe('used');
    expect((await setPassword(secret, 'another at dusk 6')).status).toBe(409);
    expect(await signIn(email, OWN)).toBe(200);
  });

  test('a link is stored as a hash only', async () => {
    const { secret, person } = await invite();
    const { rows } = await sql<{ secret_hash: Buffer; line: string }>`
      select secret_hash, l::text as line from sign_in_link l where account_id = ${person.id}`.execute(api.database.acrossClients());
    expect(rows[0]?.secret_hash).toEqual(secretHash(secret));
    expect(rows[0]?.line).not.toContain(secret);
  });

  test('concurrent uses of a link set the password once', async () => {
    const { secret, email } = await invite();
    const passwords = Array.from({ length: 6 }, (_, index) => `meadow at dawn ${index}x`);
    const statuses = await Promise.all(passwords.map(async (password) => (await setPassword(secret, password)).status));
    expect(statuses.toSorted()).toEqual([204, 409, 409, 409, 409, 409]);
    expect(await signIn(email, passwords[statuses.indexOf(204)]!)).toBe(200);
  });

  test('an invitation expires after 7 days', async () => {
    const { secret, email } = await invite();
    later(6.99);
    expect((await viewLink(secret)).data.state).toBe('open');
    later(7);
    expect((await viewLink(secret)).data.state).toBe('expired');
    expect((await setPassword(secret)).status).toBe(409);
    expect(await signIn(email, OWN)).toBe(400);
  });

  test('the next invitation replaces an invitation; another email, a new password, a lock and a deletion revoke it', async () => {
    const change: [string, (invited: Awaited<ReturnType<typeof invite>>) => Promise<{ status: number }>][] = [
      ['next', ({ client, person }) => client.owner.post(`perm/employees/${person.id}/invite/`, {})],
      ['email', ({ client, person }) => client.owner.put(`perm/employees/${person.id}/`, { email: newEmail() })],
      ['password', ({ client, person }) => client.owner.put(`perm/employees/${person.id}/password/`, { password: PASSWORD })],
      ['lock', ({ client, person }) => client.owner.put(`perm/employees/${person.id}/`, { locked: true })],
      ['deletion', ({ client, person }) => client.owner.delete(`perm/employees/${person.id}/`)],
      ['erasure', ({ client, person }) => client.owner.post(`perm/employees/${person.id}/erase/`, {})],
    ];
    for (const [name, act] of change) {
      const invited = await invite();
      expect([name, (await act(invited)).status < 300]).toEqual([name, true]);
      expect([name, (await viewLink(invited.secret)).status]).toEqual([name, 404]);
      expect([name, (await setPassword(invited.secret)).status]).toEqual([name, 404]);
    }
    expect((await viewLink('no-such-secret')).status).toBe(404);
  });

  test('an invitation of a locked client waits until the client is unlocked', async ({ root }) => {
    const { client, secret, email } = await invite();
    await root.put(`dashboard/clients/${client.id}/`, { locked: true });
    expect((await viewLink(secret)).data.state).toBe('locked');
    expect((await setPassword(secret)).errors.detail?.[0]?.code).toBe('account_locked');
    await root.put(`dashboard/clients/${client.id}/`, { locked: false });
    expect((await setPassword(secret)).status).toBe(204);
    expect(await signIn(email, OWN)).toBe(200);
  });

  test('an invitation keeps the present password until it is used, and ends earlier sign-ins then', async () => {
    const client = await makeClient(api);
    const { id, email, caller } = await makeAccount(api, { user_type: 'employee', client_id: client.id });
    const { data } = await client.owner.post(`perm/employees/${id}/invite/`, {});
    expect(await signIn(email, PASSWORD)).toBe(200);
    expect((await setPassword(toSecret(data.url))).status).toBe(204);
    expect(await signIn(email, PASSWORD)).toBe(400);
    expect((await caller.get('auth/me/')).status).toBe(401);
  });

  test('an invitation leaves the second factor, which the sign-in asks for', async () => {
    const client = await makeClient(api);
    const { id, email } = await makeAccount(api, { user_type: 'employee', client_id: client.id });
    await sql`update account set second_factor_on = true, second_factor = '\\x00' where id = ${id}`.execute(api.database.acrossClients());
    const { data } = await client.owner.post(`perm/employees/${id}/invite/`, {});
    expect((await setPassword(toSecret(data.url))).status).toBe(204);
    expect((await api.nobody.post('auth/jwt/create/', { login: email, password: OWN })).errors.code?.[0]?.code).toBe('second_factor');
  });

  test('people who may change employees invite others of their own client only', async () => {
    const { client, person } = await invite();
    const stranger = await makeClient(api);
    expect((await stranger.owner.post(`perm/employees/${person.id}/invite/`, {})).status).toBe(404);
    expect((await client.owner.post(`perm/employees/${client.ownerId}/invite/`, {})).status).toBeGreaterThanOrEqual(404);
    const colleague = await makeAccount(api, { user_type: 'employee', client_id: client.id });
    expect((await colleague.caller.post(`perm/employees/${person.id}/invite/`, {})).status).toBe(403);
    await client.owner.put(`perm/employees/${colleague.id}/`, { locked: true });
    expect((await client.owner.post(`perm/employees/${colleague.id}/invite/`, {})).errors.detail?.[0]?.code).toBe('account_locked');
  });

  test('a super administrator invites the first owner of a client', async ({ root }) => {
    const email = newEmail();
    const person = await make(root, 'dashboard/users/create/', { email, user_type: 'client', company_name: 'Invited Farm' });
    const { data } = await root.post(`dashboard/users/${person.id}/invite/`, {});
    expect((await viewLink(toSecret(data.url))).data).toMatchObject({ company_name: 'Invited Farm', state: 'open' });
    expect((await setPassword(toSecret(data.url))).status).toBe(204);
    expect(await signIn(email, OWN)).toBe(200);
  });

  test('an invitation is mailed in the person’s language, and its link is shown if the mail fails or the limit is reached', async () => {
    const sent = await invite({ mail: true });
    expect(sent.invitation.mail).toBe('sent');
    expect(mail.mails.map(({ to }) => to)).toEqual([sent.email]);
    expect(decoded(mail.mails[0]!.raw)).toContain(sent.invitation.url);
    expect(decoded(mail.mails[0]!.raw)).toContain('Passwort');
    mail.answer = () => 550;
    expect((await invite({ mail: true })).invitation).toMatchObject({ mail: 'failed' });
    mail.answer = () => undefined;
    const again = async () => (await sent.client.owner.post(`perm/employees/${sent.person.id}/invite/`, { mail: true })).data;
    for (let mails = 1; mails < 5; mails += 1) expect((await again()).mail).toBe('sent');
    const last = await again();
    expect(last.mail).toBe('limit');
    expect((await viewLink(toSecret(last.url))).data.state).toBe('open');
  });
});

describe('forgotten passwords', () => {
  const forget = (login: string) => api.nobody.post('auth/password/reset/', { login });
  const mailsTo = (email: string) => mail.mails.filter(({ to }) => to === email);
  const secretIn = (raw: string) => /set-password#([\w-]+)/.exec(decoded(raw))?.[1] ?? '';

  test('a mailed link, valid once and for a day, replaces a forgotten password', async () => {
    const { email } = await makeAccount(api, { user_type: 'admin' });
    expect((await forget(email.toUpperCase())).status).toBe(204);
    await expect.poll(() => mailsTo(email).length).toBe(1);
    const secret = secretIn(mailsTo(email)[0]!.raw);
    expect((await viewLink(secret)).data).toMatchObject({ kind: 'reset', state: 'open', email });
    expect(await signIn(email, PASSWORD)).toBe(200);
    later(1);
    expect((await viewLink(secret)).data.state).toBe('expired');
    api.setNow(NOW);
    expect((await setPassword(secret)).status).toBe(204);
    expect(await signIn(email, PASSWORD)).toBe(400);
    expect(await signIn(email, OWN)).toBe(200);
    expect((await viewLink(secret)).data.state).toBe('used');
  });

  test('a person who waits after wrong passwords can reset the password', async () => {
    const { email } = await makeAccount(api, { user_type: 'admin' });
    for (let guess = 0; guess < 9; guess += 1) await signIn(email, 'wrong');
    expect(await signIn(email, PASSWORD)).toBe(429);
    await forget(email);
    await expect.poll(() => mailsTo(email).length).toBe(1);
    expect((await setPassword(secretIn(mailsTo(email)[0]!.raw))).status).toBe(204);
    expect(await signIn(email, OWN)).toBe(200);
  });

  test('the answer is the same for no account, a locked one, and one that has had its mails', async () => {
    const locked = await makeAccount(api, { user_type: 'admin' });
    await sql`update account set locked = true where id = ${locked.id}`.execute(api.database.acrossClients());
    const { email } = await makeAccount(api, { user_type: 'admin' });
    const answers = [];
    for (const login of ['nobody@farm.example', locked.email, email, email, email, email]) {
      answers.push(await forget(login));
      const expected = Math.min(3, answers.length - 2);
      if (login === email) await expect.poll(() => mailsTo(email).length).toBe(expected);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1);
    expect(mail.mails.map(({ to }) => to)).toEqual([email, email, email]);
  });

  test('requests are limited for each network, whether or not the account exists', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 25 }, async (_, index) => {
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.77' };
        const body = JSON.stringify({ login: `nobody-${index}@farm.example` });
        return (await api.app.request('/api/auth/password/reset/', { method: 'POST', headers, body })).status;
      }),
    );
    expect([statuses.filter((status) => status === 204).length, statuses.filter((status) => status === 429).length]).toEqual([20, 5]);
  });

  test('a reset is offered only with a mail server', async () => {
    expect((await api.nobody.get('setup/')).data.forgotten).toBe(true);
    const { mailer } = api.services;
    api.services.mailer = null;
    try {
      expect((await api.nobody.get('setup/')).data.forgotten).toBe(false);
      expect((await forget('anybody@farm.example')).status).toBe(204);
    } finally {
      api.services.mailer = mailer;
    }
  });
});
