import type { ClientContext, Context } from '#server/platform/context.ts';
import { transact } from '#server/platform/transact.ts';

/** The installation's own rows, under the same engine: no client, every connection sees all. */
export function ofInstallation(context: Context): ClientContext {
  const db = context.services.database.acrossClients();
  return { ...context, client: 0, farm: null, db, write: (work) => transact(db, work) };
}

/** Where a resource's rows are: in the client of the request, or in the installation. */
export const clientContextOf = (context: Context | ClientContext): ClientContext =>
  'client' in context ? context : ofInstallation(context);
