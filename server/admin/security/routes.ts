import { sql } from 'kysely';
import { Security, SecurityUpdate } from '#contract/admin/auth.ts';
import { one } from '#contract/resource.ts';
import type { Tx } from '#server/db/database.ts';
import { SECOND_FACTOR_SETTING } from '#server/platform/auth/load-principal.ts';
import { PASSWORD_LENGTH_SETTING, readPasswordLength } from '#server/platform/auth/password-rules.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import type { Context } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { recordActivity } from '#server/platform/resource/history.ts';
import { ACCESS_SQL } from '#server/platform/runtime/events.ts';
import { transact } from '#server/platform/transact.ts';

async function read({ services }: Context): Promise<Security> {
  const db = services.database.acrossClients();
  const { rows } = await sql<{ value: Security['second_factor'] }>`select value from setting where name = ${SECOND_FACTOR_SETTING}`.execute(
    db,
  );
  return { second_factor: rows[0]?.value ?? [], password_length: await readPasswordLength(db) };
}

const putSetting = (tx: Tx, name: string, value: unknown) =>
  sql`insert into setting (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(tx);

/** The installation's sign-in rules. */
export const securityEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/dashboard/security',
    summary: 'The sign-in rules: which users have to have a second factor, and the minimum length of a new password',
    scope: 'account',
    need: { item: 'user', action: 'view' },
    response: one(Security),
    handle: async (context) => ({ data: await read(context) }),
  }),
  endpoint({
    method: 'put',
    path: '/dashboard/security',
    summary: 'Change the sign-in rules: which users have to have a second factor, and the minimum length of a new password',
    scope: 'account',
    need: { item: 'user', action: 'change' },
    body: SecurityUpdate,
    response: one(Security),
    async handle(context, { body }) {
      const { services, principal, ip } = context;
      const { id } = accountOf(principal);
      await transact(services.database.acrossClients(), async (tx) => {
        if (body.second_factor) await putSetting(tx, SECOND_FACTOR_SETTING, [...new Set(body.second_factor)]);
        if (body.password_length !== undefined) await putSetting(tx, PASSWORD_LENGTH_SETTING, body.password_length);
        await recordActivity(tx, { id, name: principal.name, ip, client: null }, 'update', 'security', null);
        // All servers check access again.
        await sql`select pg_notify(${ACCESS_SQL}, '')`.execute(tx);
      });
      services.principals.forget();
      return { data: await read(context) };
    },
  }),
];
