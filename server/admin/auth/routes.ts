import { sql } from 'kysely';
import { z } from 'zod';
import { permissionsOf } from '../../../contract/access.ts';
import { Login, Me, MeUpdate, Session, TimezoneRow, Token } from '../../../contract/admin/auth.ts';
import { many, one } from '../../../contract/resource.ts';
import type { Context, Services } from '../../core/context.ts';
import { type Endpoint, endpoint } from '../../core/endpoint.ts';
import { invalid, notSignedIn } from '../../core/errors.ts';
import { recordActivity } from '../../core/history.ts';
import { hashPassword, isPassword } from '../../core/passwords.ts';
import { accountOf } from '../../core/principal.ts';
import { demandPatience, forgetFailures, noteFailure } from './limits.ts';
import { accountByLogin, accountOfClaims, meOf } from './queries.ts';

const everyone = (services: Services) => services.database.acrossClients();

const sessionOf = async (services: Services, token: string): Promise<z.infer<typeof Session>> => {
  const principal = await services.principals.of(token);
  return { token, user_type: principal.userType, is_superadmin: principal.isSuperadmin, modules: [...principal.modules] };
};

async function signIn(services: Services, ip: string, { login, password }: z.infer<typeof Login>) {
  const db = everyone(services);
  await demandPatience(db, login, ip);
  const account = await accountByLogin(db, login);
  const matches = await isPassword(password, account?.password_hash);
  if (!account || !matches || account.locked) {
    await noteFailure(db, login, ip);
    throw invalid('detail', 'incorrect_login');
  }
  await forgetFailures(db, login);
  await recordActivity(db, { id: account.id, name: account.name, ip, client: account.client_id }, 'sign_in', 'session', null);
  return sessionOf(services, await services.tokens.issue(account.id, account.token_version));
}

async function changeMe(context: Context, body: z.infer<typeof MeUpdate>) {
  const { services, principal } = context;
  const { id } = accountOf(principal);
  const db = everyone(services);
  const { password, new_password: fresh, ...fields } = body;
  if (fresh !== undefined) {
    const account = await accountOfClaims(db, id);
    await demandPatience(db, String(id), context.ip);
    if (!password || !(await isPassword(password, account?.password_hash))) {
      await noteFailure(db, String(id), context.ip);
      throw invalid('password', password ? 'wrong_password' : 'required');
    }
  }
  const columns = { ...fields, ...(fresh === undefined ? {} : { password_hash: await hashPassword(fresh) }) };
  await db
    .updateTable('account')
    .set((row) => ({
      ...columns,
      version: row('version', '+', 1),
      ...(fresh === undefined ? {} : { token_version: row('token_version', '+', 1) }),
    }))
    .where('id', '=', id)
    .execute();
  services.principals.forget();
  await recordActivity(db, { id, name: principal.name, ip: context.ip, client: principal.client }, 'update', 'me', id);
  return { data: await meOf(db, id, permissionsOf(principal.rights)) };
}

export const authEndpoints: Endpoint[] = [
  endpoint({
    method: 'post',
    path: '/auth/jwt/create',
    summary: 'Sign in',
    scope: 'public',
    body: Login,
    response: one(Session),
    handle: async ({ services, ip }, { body }) => ({ data: await signIn(services, ip, body) }),
  }),
  endpoint({
    method: 'post',
    path: '/auth/jwt/verify',
    summary: 'Whether a token is good',
    scope: 'public',
    body: Token,
    response: one(Session),
    handle: async ({ services }, { body }) => ({ data: await sessionOf(services, body.token) }),
  }),
  endpoint({
    method: 'post',
    path: '/auth/jwt/refresh',
    summary: 'A new token for an old one, while the first sign-in is under 30 days old',
    scope: 'public',
    body: Token,
    response: one(Session),
    async handle({ services }, { body }) {
      const claims = await services.tokens.readRenewable(body.token);
      const account = await accountOfClaims(everyone(services), claims.sub, claims.jti);
      if (!account || account.locked || account.token_version !== claims.tv) throw notSignedIn();
      return { data: await sessionOf(services, await services.tokens.issue(account.id, account.token_version, claims.first)) };
    },
  }),
  endpoint({
    method: 'post',
    path: '/auth/logout',
    summary: 'Sign out: the token is no longer good',
    scope: 'account',
    status: 204,
    response: z.null(),
    async handle({ services, principal }) {
      // A token can be renewed for 30 days; it is remembered as signed out for as long.
      await sql`insert into revoked_token (jti, until) values (${accountOf(principal).claims.jti}, now() + interval '31 days') on conflict do nothing`.execute(
        everyone(services),
      );
      services.principals.forget();
      return null;
    },
  }),
  endpoint({
    method: 'get',
    path: '/auth/me',
    summary: 'Who is signed in, with what rights',
    scope: 'account',
    response: one(Me),
    handle: async ({ services, principal }) => ({
      data: await meOf(everyone(services), accountOf(principal).id, permissionsOf(principal.rights)),
    }),
  }),
  endpoint({
    method: 'put',
    path: '/auth/me',
    summary: 'Change own details; a new password needs the present one',
    scope: 'account',
    body: MeUpdate,
    response: one(Me),
    handle: (context, { body }) => changeMe(context, body),
  }),
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
        order by name`.execute(everyone(services));
      return { data: rows, count: rows.length };
    },
  }),
];
