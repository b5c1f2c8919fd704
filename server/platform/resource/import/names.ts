import { type RawBuilder, sql } from 'kysely';
import { foldLookalikes } from '#common/files/incoming/keys.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { TableBasics } from '#server/platform/table-basics.ts';
import type { Place } from './places.ts';
import type { Refuse } from './problems.ts';

interface Candidate {
  id: number;
  /** The farm that the row belongs to. */
  farm: number | null;
  /** The company whose farms share the row. If both are null, the whole client uses it. */
  company: number | null;
  /** The value of `column` that limits where the name is searched; null if it is searched on the whole farm. */
  among: number | null;
  /** True if the name is spelled like the wanted one, ignoring case. */
  isExact: boolean;
}

/** SQL for the rows of a table that can be found by name, with their farm and company. */
const candidates = (
  { table, farm, sharedBy, unnamed, remove }: TableBasics,
  client: number,
  among: string | undefined,
): RawBuilder<unknown> => sql`
  select t.id, ${sql.raw(unnamed ? 'null::text as name, null::text as key' : 't.name, name_key(t.name) as key')}, ${sql.raw(farm ?? 'null::bigint')} as farm, ${sql.raw(sharedBy ?? 'null::bigint')} as company,
     ${among ? sql.ref(`t.${among}`) : sql`null::bigint`} as among
  from ${sql.table(table)} t where t.client_id = ${client} and ${remove === 'soft' ? sql`not t.deleted` : sql`true`}`;

export type Names = Awaited<ReturnType<typeof namesOf>>;

/**
 * Finds all names and ids of one table that a file contains, with one query. With `column`, names are searched among rows with the same
 * value in it.
 */
export async function namesOf(
  tx: Tx,
  context: ClientContext,
  table: TableBasics,
  mentioned: readonly unknown[],
  { column: among, optional = false }: { column?: string | undefined; optional?: boolean | undefined } = {},
) {
  const given = mentioned.filter((one) => typeof one === 'string');
  // A Latin letter within a Cyrillic word is read as the Cyrillic letter that looks the same.
  const names = [...new Set([...given, ...given.map(foldLookalikes)])];
  const ids = [...new Set(mentioned.filter((one) => Number.isInteger(one) && Math.abs(Number(one)) < 2 ** 31))];
  const { rows } = await sql<Candidate & { wanted: string | null }>`
    with c as materialized (${candidates(table, context.client, among)}),
    wanted as materialized (select name, name_key(name) as key from unnest(${names}::text[]) x (name))
    select c.id, c.farm, c.company, c.among, lower(c.name) = lower(wanted.name) as "isExact", wanted.name as wanted
    from wanted join c on c.key = wanted.key
    union all
    select c.id, c.farm, c.company, c.among, true, null from c where c.id = any(${ids}::bigint[])`.execute(tx);
  const byName = new Map<string, Candidate[]>();
  const byId = new Map<number, Candidate>();
  for (const { wanted, ...candidate } of rows) {
    byId.set(candidate.id, candidate);
    if (wanted !== null) byName.set(wanted, [...(byName.get(wanted) ?? []), candidate]);
  }

  /** Returns the id that a value means on a farm; reports an error at `field` if it means no row or several. */
  return (value: unknown, place: Place, field: string, refuse: Refuse, of?: unknown): number | undefined => {
    if (typeof value !== 'string') {
      const candidate = byId.get(Number(value));
      if (candidate && isVisible(candidate, place)) return candidate.id;
      refuse(field, 'invalid_value');
      return undefined;
    }
    const visible = (byName.get(value) ?? byName.get(foldLookalikes(value)) ?? []).filter(
      (candidate) => isVisible(candidate, place) && (among === undefined || (optional && of === undefined) || candidate.among === of),
    );
    // Rows of the farm come before rows that its company shares.
    const nearest = preferAny(visible, ({ farm }) => farm === place.id);
    // Among names with the same key, the same spelling comes first.
    const [first, ...others] = preferAny(nearest, ({ isExact }) => isExact);
    if (first && others.length === 0) return first.id;
    refuse(field, first ? 'ambiguous_name' : 'unknown_name');
    return undefined;
  };
}

/** Returns the preferred candidates, or all of them if none is. */
function preferAny(candidates: readonly Candidate[], isPreferred: (candidate: Candidate) => boolean): readonly Candidate[] {
  const preferred = candidates.filter(isPreferred);
  return preferred.length > 0 ? preferred : candidates;
}

const isVisible = ({ farm, company }: Candidate, place: Place) =>
  farm === place.id || company === place.company || (farm === null && company === null);
