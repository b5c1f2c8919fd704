import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { SetupState } from '#contract/admin/setup.ts';
import { hashPassword } from '#server/platform/auth/passwords.ts';
import type { TestApi } from '#tests/support/api.ts';
import { test as base } from '#tests/support/test.ts';
import { DEMONSTRATION_PASSWORD, DEMONSTRATION_SIGN_INS } from './demonstration.ts';

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

describe('an installation without demonstration data', () => {
  test('shows no sign-ins, even with equal account names', async ({ api }) => {
    expect(await shown(api)).toBeNull();
  });
});

describe('the demonstration', () => {
  test('shows its sign-ins to everybody, and each works', async ({ api }) => {
    await fillWith(api, 'tiny');
    // The tiny data has two of the three clients.
    const present = DEMONSTRATION_SIGN_INS.filter(({ language }) => language !== 'us');
    const state = await shown(api);
    expect(state?.sign_ins).toMatchObject(present);
    expect(new Set(state?.sign_ins.map(({ client_name }) => client_name))).toEqual(
      new Set(['Агрофірма «Вигадана Долина»', 'Agrarhof Erdachte Aue', null]),
    );
    for (const { login } of present)
      expect((await api.nobody.post('auth/jwt/create/', { login, password: DEMONSTRATION_PASSWORD })).status).toBe(200);
  });

  test('a sign-in and a language of the account rename nothing', async ({ api }) => {
    await fillWith(api, 'demo');
    const names = async () => (await run(api, sql`select id, name, version from farm order by id`)).rows;
    const before = await names();
    await enter(api, 'de');
    await (await api.signIn(OWNER)).put('auth/me/', { language: 'pl' });
    expect(await names()).toEqual(before);
  });

  test('hides sign-ins with another password, a lock or a code, and those of a locked client', async ({ api }) => {
    await run(api, sql`update account set password_hash = ${await hashPassword('a password of our own')} where email = 'root@manger.test'`);
    await run(api, sql`update account set locked = true where email = 'admin@manger.test'`);
    await run(api, sql`update account set second_factor_on = true, second_factor = '\\x00' where email = 'staff@manger.test'`);
    const people = ['owner', 'accountant', 'feeder'].map((name) => `${name}@manger.test`);
    const german = people.map((login) => login.replace('@', '2@'));
    expect(await logins(api)).toEqual([...people, ...german, 'consultant@manger.test']);
    await run(api, sql`update client set locked = true`);
    expect(await logins(api)).toEqual(['consultant@manger.test']);
    await run(api, sql`update account set deleted = true where email = 'consultant@manger.test'`);
    expect(await shown(api)).toBeNull();
  });
});
