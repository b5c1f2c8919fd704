import type { Updateable } from 'kysely';
import { notifyPerson, personTitle } from '#server/admin/people/account-fields.ts';
import type { Tx } from '#server/db/database.ts';
import type { DB } from '#server/db/schema.gen.ts';
import { demandGoodPassword } from '#server/platform/auth/password-rules.ts';
import { AWAITS_PASSWORD, hashPassword } from '#server/platform/auth/passwords.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict } from '#server/platform/errors.ts';
import { get } from '#server/platform/resource/crud.ts';
import { authorOf, record, recordActivity } from '#server/platform/resource/history.ts';
import type { Table } from '#server/platform/resource/table.ts';
import { dropSecondFactor } from './second-factor.ts';

/** Changes a person's way to sign in, ends earlier sign-ins, and records the change in history and activity log. */
async function changeSignIn(
  context: ClientContext,
  table: Table,
  id: number,
  action: string,
  change: (tx: Tx) => Promise<Updateable<DB['account']>>,
): Promise<void> {
  await context.write(async (tx) => {
    const before = await get(tx, table, context, id);
    const columns = await change(tx);
    await tx
      .updateTable('account')
      .set((row) => ({ ...columns, token_version: row('token_version', '+', 1), version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    const after = await get(tx, table, context, id);
    const { principal } = context;
    if (table.installation) {
      await recordActivity(tx, { id: principal.id, name: principal.name, ip: context.ip, client: null }, action, table.contract.id, id);
      await notifyPerson(tx, { id, client: after.client });
    } else {
      await record(tx, authorOf(context), { resource: table.contract.id, id, farm: null, name: personTitle(after), before, after });
    }
  });
  context.services.principals.forget();
}

/** Sets a person's password, which the person must replace at the next sign-in. */
export async function setPassword(context: ClientContext, table: Table, id: number, password: string): Promise<void> {
  demandAnother(context, id);
  const db = context.services.database.acrossClients();
  const owner = await db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
  await demandGoodPassword(db, password, owner ?? {});
  const passwordHash = await hashPassword(password);
  await changeSignIn(context, table, id, 'password', async () => ({
    password_hash: passwordHash,
    ...(owner?.password_hash === AWAITS_PASSWORD ? { locked: false } : {}),
    must_change_password: true,
  }));
}

/** Removes a lost second factor. */
export async function resetSecondFactor(context: ClientContext, table: Table, id: number): Promise<void> {
  demandAnother(context, id);
  await changeSignIn(context, table, id, 'second_factor_off', async (tx) => {
    await dropSecondFactor(tx, id);
    return {};
  });
}

/** 409 for the own account: its password and second factor are changed in the profile, which requires proof. */
function demandAnother({ principal }: ClientContext, id: number): void {
  if (id === principal.id) throw conflict('own_sign_in');
}
