import { type RawBuilder, sql } from 'kysely';
import { foldLookalikes } from '#common/files/incoming/keys.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { TableBasics } from '#server/platform/table-basics.ts';
import type { Place } from './places.ts';
import type { Refuse } from './problems.ts';

interface Candidate {
  id: number;
  /** The farm that it belongs to. */
  farm: number | null;
  /** The company whose farms share it. Neither: the whole client has it. */
  company: number | null;
  /** The row that its name holds among; without, it holds on the farm. */
  among: number | null;
  /** The name is spelled as the wanted one, in any case of letters. */
  isExact: boolean;
}

/** What may be named: the living rows of a table, and for whom they are there. */
const candidates = (
  { table, farm, sharedBy, unnamed, remove }: TableBasics,
  client: number,
  among: string | undefined,
): RawBuilder<unknown> => sql`
  select t.id, ${sql.raw(unnamed ? 'null::text' : 't.name')} as name, ${sql.raw(farm ?? 'null::bigint')} as farm, ${sql.raw(sharedBy ?? 'null::bigint')} as company,
     ${among ? sql.ref(`t.${among}`) : sql`null::bigint`} as among
  from ${sql.table(table)} t where t.client_id = ${client} and ${remove === 'soft' ? sql`not t.deleted` : sql`true`}`;

export type Names = Awaited<ReturnType<typeof namesOf>>;

/** Looks up every name and id of one table that a file mentions, with one query; names hold among the rows that have the same in a `column`. */
export async function namesOf(
  tx: Tx,
  context: ClientContext,
  table: TableBasics,
  mentioned: readonly unknown[],
  { column: among, optional = false }: { column?: string | undefined; optional?: boolean | undefined } = {},
) {
  const given = mentioned.filter((one) => typeof one === 'string');
  // Latin letters within a Cyrillic word are read as the Cyrillic ones that they look like.
  const names = [...new Set([...given, ...given.map(foldLookalikes)])];
  const ids = [...new Set(mentioned.filter((one) => Number.isInteger(one) && Math.abs(Number(one)) < 2 ** 31))];
  const { rows } = await sql<Candidate & { wanted: string | null }>`
    with c as materialized (${candidates(table, context.client, among)})
    select c.id, c.farm, c.company, c.among, lower(c.name) = lower(wanted.name) as "isExact", wanted.name as wanted
    from unnest(${names}::text[]) wanted (name) join c on name_key(c.name) = name_key(wanted.name)
    union all
    select c.id, c.farm, c.company, c.among, true, null from c where c.id = any(${ids}::bigint[])`.execute(tx);
  const byName = new Map<string, Candidate[]>();
  const byId = new Map<number, Candidate>();
  for (const { wanted, ...candidate } of rows) {
    byId.set(candidate.id, candidate);
    if (wanted !== null) byName.set(wanted, [...(byName.get(wanted) ?? []), candidate]);
  }

  /** The id that a value means on a farm; says so at `field` when it means none, or several. */
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
    const own = visible.filter(({ farm }) => farm === place.id);
    // The farm's own goes before what its company shares.
    const nearest = own.length > 0 ? own : visible;
    // Of names with the same key, the same spelling goes first.
    const exact = nearest.filter(({ isExact }) => isExact);
    const [first, ...others] = exact.length > 0 ? exact : nearest;
    if (first && others.length === 0) return first.id;
    refuse(field, first ? 'ambiguous_name' : 'unknown_name');
    return undefined;
  };
}

const isVisible = ({ farm, company }: Candidate, place: Place) =>
  farm === place.id || company === place.company || (farm === null && company === null);
