import { z } from 'zod';
import { DATABASE_ACCESS, DatabaseAccess, NewDatabaseAccess } from '#contract/operations/database-access.ts';
import { one } from '#contract/resource.ts';
import { changeBiPassword, createBiRole, dropBiRole, newDatabasePassword, newRoleName, readBiState } from '#server/db/bi-roles.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, notFound, notPermitted } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { authorOf, record } from '#server/platform/resource/history.ts';

interface RoleRow {
  id: number;
  name: string;
  created_at: string;
  changed_at: string;
}

const path = `/${DATABASE_ACCESS}`;
// As for access keys, the right to change a farm is enough. The views contain all farms of the client.
const common = { scope: 'client', need: { item: 'farm', action: 'change' }, people: true } as const;
function demandAllFarms({ principal }: ClientContext): void {
  if (principal.farms !== null) throw notPermitted();
}

const findRole = (db: Db, client: number): Promise<RoleRow | undefined> =>
  db.selectFrom('bi_role').select(['id', 'name', 'created_at', 'changed_at']).where('client_id', '=', client).executeTakeFirst();

async function readAccess({ services, client }: ClientContext, db: Db): Promise<DatabaseAccess> {
  const role = await findRole(db, client);
  const { views, creates, works } = await readBiState(db, role?.name ?? null);
  return {
    state: role ? (works ? 'active' : 'missing') : 'none',
    role: role?.name ?? null,
    created_at: role?.created_at ?? null,
    changed_at: role?.changed_at ?? null,
    address: services.biAddress,
    creatable: views && creates,
  };
}

const inHistory = ({ name, changed_at }: RoleRow) => ({ name, changed_at });
const recordRole = (tx: Tx, context: ClientContext, before: RoleRow | undefined, after: RoleRow | undefined) => {
  const role = after ?? before;
  if (!role) throw notFound();
  return record(tx, authorOf(context), {
    resource: 'bi_roles',
    id: role.id,
    farm: null,
    name: role.name,
    before: before ? inHistory(before) : null,
    after: after ? inHistory(after) : null,
  });
};

/**
 * Creates the client's role, or gives it another password. A role that this database doesn't know, as after a restore, is replaced by another
 * one: an equal name may belong to the database that the backup was made of.
 */
const issuePassword = (context: ClientContext, password: string): Promise<DatabaseAccess> =>
  context.write(async (tx) => {
    const { client, services } = context;
    await tx.selectFrom('client').select('id').where('id', '=', client).forUpdate().execute();
    const { state, creatable } = await readAccess(context, tx);
    if (!creatable) throw conflict('illegal_status');
    const before = await findRole(tx, client);
    const changed_at = services.now().toISOString();
    if (state === 'active' && before) {
      await changeBiPassword(tx, before.name, password);
      await tx.updateTable('bi_role').set({ changed_at }).where('client_id', '=', client).execute();
    } else {
      const name = newRoleName(client);
      await createBiRole(tx, name, password);
      const row = { client_id: client, name, created_at: changed_at, changed_at };
      if (before) await tx.updateTable('bi_role').set(row).where('client_id', '=', client).execute();
      else await tx.insertInto('bi_role').values(row).execute();
    }
    await recordRole(tx, context, before, await findRole(tx, client));
    return readAccess(context, tx);
  });

const revokeRole = (context: ClientContext): Promise<null> =>
  context.write(async (tx) => {
    const { client } = context;
    await tx.selectFrom('client').select('id').where('id', '=', client).forUpdate().execute();
    const { state } = await readAccess(context, tx);
    const before = await findRole(tx, client);
    if (!before) throw notFound();
    if (state === 'active') await dropBiRole(tx, before.name);
    await tx.deleteFrom('bi_role').where('client_id', '=', client).execute();
    await recordRole(tx, context, before, undefined);
    return null;
  });

export const databaseAccessEndpoints: Endpoint[] = [
  endpoint({
    ...common,
    method: 'get',
    path,
    summary: 'Access of programs of analysis (Power BI, Metabase, Grafana) to the views of the database',
    shows: 'bi_roles',
    response: one(DatabaseAccess),
    async handle(context) {
      demandAllFarms(context);
      return { data: await readAccess(context, context.db) };
    },
  }),
  endpoint({
    ...common,
    method: 'post',
    path,
    summary: 'Create the role for the database, or give it a new password; only this answer contains the password',
    secret: true,
    status: 201,
    response: one(NewDatabaseAccess),
    async handle(context) {
      demandAllFarms(context);
      const password = newDatabasePassword();
      return { data: { ...(await issuePassword(context, password)), password } };
    },
  }),
  endpoint({
    ...common,
    method: 'delete',
    path,
    summary: 'Revoke the role for the database at once and end its sessions',
    status: 204,
    response: z.null(),
    async handle(context) {
      demandAllFarms(context);
      return revokeRole(context);
    },
  }),
];
