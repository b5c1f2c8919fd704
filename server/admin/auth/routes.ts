import { sql } from 'kysely';
import { Login, Session, TimezoneRow, Token } from '#contract/admin/auth.ts';
import { many, one } from '#contract/resource.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import { notSignedIn } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { noteSeen } from '#server/platform/http/sessions.ts';
import { meEndpoints } from './me.ts';
import { pinEndpoints } from './pins.ts';
import { accountOfSession } from './queries.ts';
import { secondFactorEndpoints } from './second-factor-routes.ts';
import { sessionEndpoints } from './sessions.ts';
import { sessionOf, signIn } from './sign-in.ts';

export const authEndpoints: Endpoint[] = [
  endpoint({
    method: 'post',
    path: '/auth/jwt/create',
    summary: 'Sign in',
    scope: 'public',
    body: Login,
    response: one(Session),
    handle: async (context, { body }) => ({ data: await signIn(context, body) }),
  }),
  endpoint({
    method: 'post',
    path: '/auth/jwt/verify',
    summary: 'Whether a token is good',
    scope: 'public',
    body: Token,
    response: one(Session),
    async handle({ services }, { body }) {
      const session = await sessionOf(services, body.token);
      const { claims } = accountOf(await services.principals.of(body.token));
      await noteSeen(services.database.acrossClients(), claims, services.now());
      return { data: session };
    },
  }),
  endpoint({
    method: 'post',
    path: '/auth/jwt/refresh',
    summary: 'A new token for an old one, while the first sign-in is under 30 days old',
    scope: 'public',
    body: Token,
    response: one(Session),
    async handle({ services }, { body }) {
      const db = services.database.acrossClients();
      const claims = await services.tokens.readRenewable(body.token);
      const account = await accountOfSession(db, claims.sub, claims.sid);
      if (!account || account.locked || account.token_version !== claims.tv) throw notSignedIn();
      await noteSeen(db, claims, services.now());
      const of = { account: account.id, tokenVersion: account.token_version, session: claims.sid, own: account.client_id !== null };
      return { data: await sessionOf(services, await services.tokens.issue(of, { first: claims.first })) };
    },
  }),
  ...meEndpoints,
  ...pinEndpoints,
  ...sessionEndpoints,
  ...secondFactorEndpoints,
  endpoint({
    method: 'get',
    path: '/local/tzs',
    summary: 'Timezones with their present offset',
    scope: 'public',
    response: many(TimezoneRow),
    async handle({ services }) {
      const { rows } = await sql<{ name: string; offset: string }>`
        select name, case when utc_offset < interval '0' then '-' else '+' end || to_char(abs(extract(epoch from utc_offset)) * interval '1 second', 'HH24:MI') as "offset" from pg_timezone_names
        where name ~ '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/' or name = 'UTC'
        order by name`.execute(services.database.acrossClients());
      return { data: rows, count: rows.length };
    },
  }),
];
