import type { ClientContext, Context } from '#server/platform/context.ts';
import { transact } from '#server/platform/transact.ts';

/** Context for the installation's own rows: they have no client, and every connection can see them. */
export function ofInstallation(context: Context): ClientContext {
  const db = context.services.database.acrossClients();
  return { ...context, client: 0, farm: null, db, write: (work) => transact(db, work) };
}

/** Context of a resource's rows: the client of the request, or the installation. */
export const clientContextOf = (context: Context | ClientContext): ClientContext =>
  'client' in context ? context : ofInstallation(context);
