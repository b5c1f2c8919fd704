import type { ClientContext } from '../core/context.ts';
import { get } from '../core/crud.ts';
import { authorOf, record, recordActivity } from '../core/history.ts';
import { hashPassword } from '../core/passwords.ts';
import type { Table } from '../core/table.ts';
import { personTitle } from './accounts.ts';

/** Sets somebody's password, and ends every sign-in made with the old one. */
export async function setPassword(context: ClientContext, table: Table, id: number, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await context.write(async (tx) => {
    const before = await get(tx, table, context, id);
    await tx
      .updateTable('account')
      .set((row) => ({ password_hash: passwordHash, token_version: row('token_version', '+', 1), version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    const after = await get(tx, table, context, id);
    const { principal } = context;
    if (table.installation) {
      await recordActivity(tx, { id: principal.id, name: principal.name, ip: context.ip, client: null }, 'password', table.contract.id, id);
    } else {
      await record(tx, authorOf(context), { resource: table.contract.id, id, farm: null, name: personTitle(after), before, after });
    }
  });
  context.services.principals.forget();
}
