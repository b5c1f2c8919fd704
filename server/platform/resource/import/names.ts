import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { Place } from './places.ts';
import type { Refuse } from './problems.ts';

interface Candidate {
  id: number;
  /** The farm that it belongs to. */
  farm: number | null;
  /** The company whose farms share it. Neither: the whole client has it. */
  company: number | null;
}

/** What may be named: `id`, `name`, `farm` and `company` of every living row. */
const SOURCES: Record<string, (client: number) => RawBuilder<unknown>> = {
  animal_type: ofClient('animal_type'),
  ingredient_type: ofClient('ingredient_type'),
  delivery_company: ofClient('delivery_company'),
  animal_group: (client) =>
    sql`select id, name, farm_id as farm, null::bigint as company from animal_group where client_id = ${client} and not deleted`,
  stock: (client) => sql`
    select id, name, farm_id as farm, case when farm_id is null then company_id end as company
    from stock where client_id = ${client} and not deleted`,
  ingredient: (client) => sql`
    select i.id, i.name, i.farm_id as farm, case when s.farm_id is null then s.company_id end as company
    from ingredient i join stock s on s.client_id = i.client_id and s.id = i.stock_id
    where i.client_id = ${client} and not i.deleted`,
};

function ofClient(table: string) {
  return (client: number) =>
    sql`select id, name, null::bigint as farm, null::bigint as company from ${sql.table(table)} where client_id = ${client} and not deleted`;
}

export type Names = Awaited<ReturnType<typeof namesOf>>;

/** Looks up every name and id of one kind that a file mentions, with one query. */
export async function namesOf(tx: Tx, context: ClientContext, target: string, mentioned: readonly unknown[]) {
  const source = SOURCES[target];
  if (!source) throw new Error(`${target} can't be named in a file`);
  const names = [...new Set(mentioned.filter((one) => typeof one === 'string'))];
  const ids = [...new Set(mentioned.filter((one) => Number.isInteger(one) && Math.abs(Number(one)) < 2 ** 31))];
  const { rows } = await sql<Candidate & { wanted: string | null }>`
    with c as materialized (${source(context.client)})
    select c.id, c.farm, c.company, wanted.name as wanted from unnest(${names}::text[]) wanted (name) join c on lower(c.name) = lower(wanted.name)
    union all
    select c.id, c.farm, c.company, null from c where c.id = any(${ids}::bigint[])`.execute(tx);
  const byName = new Map<string, Candidate[]>();
  const byId = new Map<number, Candidate>();
  for (const { wanted, ...candidate } of rows) {
    byId.set(candidate.id, candidate);
    if (wanted !== null) byName.set(wanted, [...(byName.get(wanted) ?? []), candidate]);
  }

  /** The id that a value means on a farm; says so at `field` when it means none, or several. */
  return (value: unknown, place: Place, field: string, refuse: Refuse): number | undefined => {
    if (typeof value !== 'string') {
      const candidate = byId.get(Number(value));
      if (candidate && isVisible(candidate, place)) return candidate.id;
      refuse(field, 'invalid_value');
      return undefined;
    }
    const visible = (byName.get(value) ?? []).filter((candidate) => isVisible(candidate, place));
    const own = visible.filter(({ farm }) => farm === place.id);
    // The farm's own goes before what its company shares.
    const [first, ...others] = own.length > 0 ? own : visible;
    if (first && others.length === 0) return first.id;
    refuse(field, first ? 'ambiguous_name' : 'unknown_name');
    return undefined;
  };
}

const isVisible = ({ farm, company }: Candidate, place: Place) =>
  farm === place.id || company === place.company || (farm === null && company === null);
