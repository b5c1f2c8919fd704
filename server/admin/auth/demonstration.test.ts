import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SetupState } from '#contract/admin/auth.ts';
import { LANGUAGES } from '#contract/kinds.ts';
import { hashPassword } from '#server/platform/auth/passwords.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { DEMONSTRATION_PASSWORD, DEMONSTRATION_SIGN_INS, FIRST_FARM } from './demonstration.ts';

const OWNER = 'owner@manger.test';

let api: TestApi;
beforeAll(async () => {
  api = await startApi('tiny');
});
afterAll(() => api.close());

const run = <Row>(query: ReturnType<typeof sql<Row>>) => query.execute(api.database.acrossClients());
const fillWith = (origin: 'demo' | 'tiny') =>
  run(sql`insert into setting (name, value) values ('origin', to_jsonb(${origin}::text))
    on conflict (name) do update set value = excluded.value`);
const shown = async () => (await api.nobody.get<SetupState>('setup/')).data.demonstration;
const logins = async () => (await shown())?.sign_ins.map(({ login }) => login);
const enter = (language?: string) => api.nobody.post('auth/jwt/create/', { login: OWNER, password: DEMONSTRATION_PASSWORD, language });
const firstFarm = async () =>
  (await run(sql<{ name: string; version: number }>`select name, version from farm order by id limit 1`)).rows[0]!;

describe('an installation without demonstration data', () => {
  test('shows no sign-ins, though somebody may be called so, and names no farm', async () => {
    expect(await shown()).toBeNull();
    expect((await enter('de')).status).toBe(200);
    expect((await firstFarm()).name).toBe(FIRST_FARM.uk);
  });
});

describe('the demonstration', () => {
  test('shows its sign-ins to whoever comes, and each opens', async () => {
    await fillWith('tiny');
    expect(await shown()).toEqual({ password: DEMONSTRATION_PASSWORD, sign_ins: DEMONSTRATION_SIGN_INS });
    for (const { login } of DEMONSTRATION_SIGN_INS)
      expect((await api.nobody.post('auth/jwt/create/', { login, password: DEMONSTRATION_PASSWORD })).status).toBe(200);
  });

  test('leaves the farms of the tiny data as tests know them', async () => {
    await enter('de');
    expect((await firstFarm()).name).toBe(FIRST_FARM.uk);
  });

  test.each(LANGUAGES)('calls its first farm as a visitor in %s does', async (language) => {
    await fillWith('demo');
    await enter(language);
    expect((await firstFarm()).name).toBe(FIRST_FARM[language]);
  });

  test('calls it anew when the visitor takes another language, and keeps it when none is told', async () => {
    const owner = await api.signIn(OWNER);
    await owner.put('auth/me/', { language: 'pl' });
    expect((await firstFarm()).name).toBe(FIRST_FARM.pl);
    const before = await firstFarm();
    await enter();
    await owner.put('auth/me/', { language: 'pl' });
    expect(await firstFarm()).toEqual(before);
  });

  test('keeps the name that somebody has given the farm', async () => {
    await run(sql`update farm set name = 'Our own farm' where id = (select min(id) from farm)`);
    await enter('fr');
    expect((await firstFarm()).name).toBe('Our own farm');
  });

  test('shows no sign-in whose password is another, that is locked or asks for a code, and none of a client that is locked', async () => {
    await run(sql`update account set password_hash = ${await hashPassword('a password of our own')} where email = 'root@manger.test'`);
    await run(sql`update account set locked = true where email = 'admin@manger.test'`);
    await run(sql`update account set second_factor_on = true, second_factor = '\\x00' where email = 'staff@manger.test'`);
    expect(await logins()).toEqual([OWNER, 'accountant@manger.test', 'feeder@manger.test', 'consultant@manger.test']);
    await run(sql`update client set locked = true`);
    expect(await logins()).toEqual(['consultant@manger.test']);
    await run(sql`update account set deleted = true where email = 'consultant@manger.test'`);
    expect(await shown()).toBeNull();
  });
});
