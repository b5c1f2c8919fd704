import { sql } from 'kysely';
import { CONSULTANTS_PATH, Consultant, ConsultantGrant } from '#contract/admin/consultants.ts';
import { many, one } from '#contract/resource.ts';
import type { Db } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { authorOf, recordActivity } from '#server/platform/resource/history.ts';

/** The consultants of a client, or one of them. */
async function readConsultants(db: Db, client: number, id: number | null = null): Promise<Consultant[]> {
  const { rows } = await sql<Consultant>`
    select a.id, a.first_name, a.last_name, a.email, link.may_copy_rations
    from account_client link join account a on a.id = link.account_id
    where link.client_id = ${client} and a.user_type = 'consultant' and not a.deleted and (${id}::bigint is null or a.id = ${id})
    order by a.last_name, a.first_name, a.id`.execute(db);
  return rows;
}

/** Gives or revokes the grant, with an entry in the client's activity log; 404 if the person is no consultant of the client. */
const setGrant = (context: ClientContext, id: number, { may_copy_rations }: ConsultantGrant): Promise<Consultant> =>
  context.write(async (tx) => {
    const { rows } = await sql<{ before: boolean }>`
      select may_copy_rations as before from account_client where account_id = ${id} and client_id = ${context.client} for update`.execute(
      tx,
    );
    const [consultant] = await readConsultants(tx, context.client, id);
    if (!consultant) throw notFound();
    if (rows[0]?.before === may_copy_rations) return consultant;
    await sql`
      update account_client set may_copy_rations = ${may_copy_rations} where account_id = ${id} and client_id = ${context.client}`.execute(
      tx,
    );
    await recordActivity(tx, authorOf(context), may_copy_rations ? 'grant' : 'revoke', 'consultants', id);
    return { ...consultant, may_copy_rations };
  });

export const consultantEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: `/${CONSULTANTS_PATH}`,
    summary: 'The consultants who serve the client, with their grants',
    need: { item: 'employee', action: 'view' },
    response: many(Consultant),
    handle: async ({ db, client }) => {
      const data = await readConsultants(db, client);
      return { data, count: data.length };
    },
  }),
  endpoint({
    method: 'put',
    path: `/${CONSULTANTS_PATH}/{id}`,
    summary: 'Grant a consultant the copying of rations to the client’s farms, or revoke the grant',
    need: { item: 'employee', action: 'change' },
    body: ConsultantGrant,
    status: 200,
    response: one(Consultant),
    handle: async (context, { id, body }) => ({ data: await setGrant(context, id, body) }),
  }),
];
