import { sql } from 'kysely';
import { ADE_SCHEME } from '#contract/ade.ts';
import { IdText } from '#contract/kinds.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors.ts';

/** The farm that a request names by a scheme and an id. */
export interface AdeLocation {
  farm: number;
  timezone: string;
  currency: string;
  /** When the client was created: rows are never older. */
  since: string;
  /** The scheme and the id of the request, which its answer repeats. */
  named: { scheme: string; id: string };
}

/** Returns the farm by its own id or by an external id; 404 if the caller doesn't reach it. */
export async function findLocation(context: ClientContext, { scheme = '', location = '' }: Record<string, string>): Promise<AdeLocation> {
  const named = { scheme, id: location };
  const own = scheme === ADE_SCHEME ? (IdText.safeParse(location).data ?? 0) : 0;
  const farms = farmsInScope(context);
  const { rows } = await sql<Omit<AdeLocation, 'named'>>`
    select f.id as farm, f.timezone, c.currency, c.created_at as since from farm f join client c on c.id = f.client_id
    where f.client_id = ${context.client} and f.id = coalesce((
        select x.resource_id from external_id x
        where x.client_id = ${context.client} and x.resource = 'farms' and x.system = ${scheme} and x.outside_id = ${location}
      ), ${own}) ${farms ? sql`and f.id = any(${farms})` : sql``}`.execute(context.db);
  if (!rows[0]) throw notFound();
  return { ...rows[0], named };
}
