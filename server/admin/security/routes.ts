import { sql } from 'kysely';
import { Security } from '#contract/admin/auth.ts';
import { one } from '#contract/resource.ts';
import { SECOND_FACTOR_SETTING } from '#server/platform/auth/load-principal.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import type { Context } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { recordActivity } from '#server/platform/resource/history.ts';
import { transact } from '#server/platform/transact.ts';

async function read({ services }: Context): Promise<Security> {
  const { rows } = await sql<{ value: Security['second_factor'] }>`select value from setting where name = ${SECOND_FACTOR_SETTING}`.execute(
    services.database.acrossClients(),
  );
  return { second_factor: rows[0]?.value ?? [] };
}

/** What the installation asks of its users' sign-ins. */
export const securityEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/dashboard/security',
    summary: 'Which users have to have a second factor',
    scope: 'account',
    need: { item: 'user', action: 'view' },
    response: one(Security),
    handle: async (context) => ({ data: await read(context) }),
  }),
  endpoint({
    method: 'put',
    path: '/dashboard/security',
    summary: 'Say which users have to have a second factor',
    scope: 'account',
    need: { item: 'user', action: 'change' },
    body: Security,
    response: one(Security),
    async handle(context, { body }) {
      const { services, principal, ip } = context;
      const { id } = accountOf(principal);
      await transact(services.database.acrossClients(), async (tx) => {
        await sql`insert into setting (name, value) values (${SECOND_FACTOR_SETTING}, ${JSON.stringify([...new Set(body.second_factor)])}::jsonb)
          on conflict (name) do update set value = excluded.value`.execute(tx);
        await recordActivity(tx, { id, name: principal.name, ip, client: null }, 'update', 'security', null);
        // All servers look again at who may do what.
        await sql`select pg_notify('manger_access', '')`.execute(tx);
      });
      services.principals.forget();
      return { data: await read(context) };
    },
  }),
];
