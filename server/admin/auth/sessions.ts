import { sql } from 'kysely';
import { z } from 'zod';
import { SessionRow } from '#contract/admin/auth.ts';
import { many } from '#contract/resource.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import type { Context } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { endSessions } from '#server/platform/http/sessions.ts';
import { recordActivity } from '#server/platform/resource/history.ts';

/** Days in which a token can be renewed after the sign-in. Older sessions have ended. */
const RENEWABLE_DAYS = 30;

async function end(context: Context, session?: string): Promise<null> {
  const { services, principal, ip } = context;
  const { id } = accountOf(principal);
  const db = services.database.acrossClients();
  const ended = await endSessions(db, id, session);
  if (ended === 0 && session !== undefined) throw notFound();
  services.principals.forget();
  await recordActivity(db, { id, name: principal.name, ip, client: principal.client }, 'sign_out', 'session', null);
  return null;
}

export const sessionEndpoints: Endpoint[] = [
  endpoint({
    method: 'post',
    path: '/auth/logout',
    summary: 'Sign out: the token is no longer good',
    scope: 'account',
    always: true,
    status: 204,
    response: z.null(),
    async handle(context) {
      const { claims } = accountOf(context.principal);
      if (!context.principal.viewer) return end(context, claims.sid);
      await sql`update session set ended_at = now() where id = ${claims.sid}`.execute(context.services.database.acrossClients());
      context.services.principals.forget();
      return null;
    },
  }),
  endpoint({
    method: 'get',
    path: '/auth/sessions',
    summary: "The caller's sign-ins that still count, the latest used first",
    scope: 'account',
    response: many(SessionRow),
    async handle({ services, principal }) {
      const { id, claims } = accountOf(principal);
      const { rows } = await sql<z.infer<typeof SessionRow>>`
        select id, created_at, seen_at, ip, agent, id = ${claims.sid} as current
        from session
        where account_id = ${id} and viewer_id is null and ended_at is null
          and created_at > ${services.now()}::timestamptz - make_interval(days => ${RENEWABLE_DAYS})
        order by id = ${claims.sid} desc, seen_at desc`.execute(services.database.acrossClients());
      return { data: rows, count: rows.length };
    },
  }),
  endpoint({
    method: 'delete',
    path: '/auth/sessions/{session}',
    summary: "Ends one of the caller's sign-ins",
    scope: 'account',
    status: 204,
    response: z.null(),
    handle: (context, { params }) => end(context, params.session ?? ''),
  }),
  endpoint({
    method: 'delete',
    path: '/auth/sessions',
    summary: "Ends all of the caller's sign-ins, this one too",
    scope: 'account',
    status: 204,
    response: z.null(),
    handle: (context) => end(context),
  }),
];
