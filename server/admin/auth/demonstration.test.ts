import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { SetupState } from '#contract/admin/setup.ts';
import { LANGUAGES } from '#contract/kinds.ts';
import { hashPassword } from '#server/platform/auth/passwords.ts';
import type { TestApi } from '#tests/support/api.ts';
import { test as base } from '#tests/support/test.ts';
import { DEMONSTRATION_PASSWORD, DEMONSTRATION_SIGN_INS, FIRST_FARM } from './demonstration.ts';

const OWNER = 'owner@manger.test';

const test = base.override({ template: 'tiny' });

const run = <Row>(api: TestApi, query: ReturnType<typeof sql<Row>>) => query.execute(api.database.acrossClients());
const fillWith = (api: TestApi, origin: 'demo' | 'tiny') =>
  run(
    api,
    sql`insert into setting (name, value) values ('origin', to_jsonb(${origin}::text))
    on conflict (name) do update set value = excluded.value`,
  );
const shown = async (api: TestApi) => (await api.nobody.get<SetupState>('setup/')).data.demonstration;
const logins = async (api: TestApi) => (await shown(api))?.sign_ins.map(({ login }) => login);
const enter = (api: TestApi, language?: string) =>
  api.nobody.post('auth/jwt/create/', { login: OWNER, password: DEMONSTRATION_PASSWORD, language });
const firstFarm = async (api: TestApi) =>
  (await run(api, sql<{ name: string; version: number }>`select name, version from farm order by id limit 1`)).rows[0]!;

describe('an installation without demonstration data', () => {
  test('shows no sign-ins, even with equal account names, and renames no farm', async ({ api }) => {
    expect(await shown(api)).toBeNull();
    expect((await enter(api, 'de')).status).toBe(200);
    expect((await firstFarm(api)).name).toBe(FIRST_FARM.uk);
  });
});

describe('the demonstration', () => {
  test('shows its sign-ins to everybody, and each works', async ({ api }) => {
    await fillWith(api, 'tiny');
    expect(await shown(api)).toEqual({ password: DEMONSTRATION_PASSWORD, sign_ins: DEMONSTRATION_SIGN_INS });
    for (const { login } of DEMONSTRATION_SIGN_INS)
      expect((await api.nobody.post('auth/jwt/create/', { login, password: DEMONSTRATION_PASSWORD })).status).toBe(200);
  });

  test('keeps the farm names of the tiny data', async ({ api }) => {
    await enter(api, 'de');
    expect((await firstFarm(api)).name).toBe(FIRST_FARM.uk);
  });

  test.for(LANGUAGES)('calls its first farm as a visitor in %s does', async (language, { api }) => {
    await fillWith(api, 'demo');
    await enter(api, language);
    expect((await firstFarm(api)).name).toBe(FIRST_FARM[language]);
  });

  test('renames the farm for a visitor of another language, and keeps the name without a language', async ({ api }) => {
    const owner = await api.signIn(OWNER);
    await owner.put('auth/me/', { language: 'pl' });
    expect((await firstFarm(api)).name).toBe(FIRST_FARM.pl);
    const before = await firstFarm(api);
    await enter(api);
    await owner.put('auth/me/', { language: 'pl' });
    expect(await firstFarm(api)).toEqual(before);
  });

  test('keeps a farm’s name that a person has given', async ({ api }) => {
    await run(api, sql`update farm set name = 'Our own farm' where id = (select min(id) from farm)`);
    await enter(api, 'fr');
    expect((await firstFarm(api)).name).toBe('Our own farm');
  });

  test('hides sign-ins with another password, a lock or a code, and those of a locked client', async ({ api }) => {
    await run(api, sql`update account set password_hash = ${await hashPassword('a password of our own')} where email = 'root@manger.test'`);
    await run(api, sql`update account set locked = true where email = 'admin@manger.test'`);
    await run(api, sql`update account set second_factor_on = true, second_factor = '\\x00' where email = 'staff@manger.test'`);
    expect(await logins(api)).toEqual([OWNER, 'accountant@manger.test', 'feeder@manger.test', 'consultant@manger.test']);
    await run(api, sql`update client set locked = true`);
    expect(await logins(api)).toEqual(['consultant@manger.test']);
    await run(api, sql`update account set deleted = true where email = 'consultant@manger.test'`);
    expect(await shown(api)).toBeNull();
  });
});
