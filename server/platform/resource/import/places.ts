import { sql } from 'kysely';
import { foldLookalikes, toNameKey } from '#common/files/incoming/keys.ts';
import type { Tx } from '#server/db/database.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';
import type { Refuse } from './problems.ts';

/** A farm that the caller may see. */
export interface Place {
  id: number;
  company: number;
  name: string;
  timezone: string;
}

/** Loads the caller's farms and finds the farm of each row of a file. */
export async function placesOf(tx: Tx, context: ClientContext, given: number | undefined) {
  const within = farmsInScope(context);
  const { rows } = await sql<Place>`
    select id, company_id as company, name, timezone from farm
    where client_id = ${context.client} ${within ? sql`and id = any(${within})` : sql``}`.execute(tx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byName = new Map<string, Place[]>();
  for (const row of rows) byName.set(toNameKey(row.name), [...(byName.get(toNameKey(row.name)) ?? []), row]);
  const fallback = given ?? context.farm ?? (rows.length === 1 ? rows[0]?.id : undefined);

  return {
    get: (id: number) => byId.get(id),
    /** Finds the farm by `farm`, else by `farm_name`, else the existing row's farm, else the farm chosen for the whole file. */
    of(raw: AnyRow, before: AnyRow | null, refuse: Refuse): Place | undefined {
      const { id, isAmbiguous = false } = findFarmId(raw, before, { byName, fallback, readAt: fallback ?? rows[0]?.id });
      if (id === undefined && (raw.farm_name ?? null) === null) {
        refuse('farm', 'required');
        return undefined;
      }
      const place = byId.get(Number(id));
      if (!place) refuse('farm', raw.farm ? 'invalid_value' : 'unknown_name');
      else if (isAmbiguous) refuse('farm', 'ambiguous_name');
      return isAmbiguous ? undefined : place;
    },
  };
}

interface Farms {
  byName: ReadonlyMap<string, readonly Place[]>;
  fallback: number | undefined;
  /** The farm by whose rules a row of all farms is read. */
  readAt: number | undefined;
}

function findFarmId(raw: AnyRow, before: AnyRow | null, { byName, fallback, readAt }: Farms): { id: unknown; isAmbiguous?: boolean } {
  const { farm, farm_name: name } = raw;
  if ((farm ?? null) !== null) return { id: farm };
  // Two companies may have farms of the same name. The name of the existing row's farm means that farm.
  if (before && (name ?? before.farm_name) === before.farm_name) return { id: before.farm ?? readAt };
  if (typeof name !== 'string') return { id: fallback };
  const named = byName.get(toNameKey(name)) ?? byName.get(toNameKey(foldLookalikes(name))) ?? [];
  return { id: named[0]?.id, isAmbiguous: named.length > 1 };
}
