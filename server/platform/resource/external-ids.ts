import { type RawBuilder, sql } from 'kysely';
import type { ExternalId, ExternalKind } from '#contract/external-ids.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import type { Checks } from './check.ts';
import type { AnyRow, Change, Input, Table } from './table.ts';

/** SQL of the external ids of a row, by program. */
export const selectExternalIds = (resource: ExternalKind, row = 't'): string =>
  `(select coalesce(jsonb_agg(jsonb_build_object('system', x.system, 'id', x.outside_id) order by x.system collate "C"), '[]'::jsonb)
    from external_id x where x.client_id = ${row}.client_id and x.resource = '${resource}' and x.resource_id = ${row}.id)`;

/** Both columns of external ids, for a join with `unnest`. */
const toColumns = (ids: readonly ExternalId[]) =>
  sql`unnest(${ids.map(({ system }) => system)}::text[], ${ids.map(({ id }) => id)}::text[]) given (system, outside_id)`;

/** Every reading of `system:id`: both may contain colons. */
function readPairs(text: string): ExternalId[] {
  const colons = [...text].flatMap((sign, at) => (sign === ':' ? [at] : []));
  const pairs = colons.map((at) => ({ system: text.slice(0, at), id: text.slice(at + 1) }));
  return pairs.filter(({ system, id }) => system !== '' && id !== '');
}

/** The filter `external_id` of a list: the condition that a row `t` has the id. */
export const findByExternalId =
  (resource: ExternalKind) =>
  (text: string): RawBuilder<unknown> =>
    sql`
    t.id = any(array(select x.resource_id from external_id x join ${toColumns(readPairs(text))} using (system, outside_id)
      where x.client_id = t.client_id and x.resource = ${sql.lit(resource)}))`;

/** The external ids that a change writes; undefined if it leaves them as they are. */
const writtenIds = ({ input }: Change) => input.external_ids as ExternalId[] | undefined;

const toKey = ({ system, id }: ExternalId) => JSON.stringify([system, id]);
const refuseTaken = ({ refuse }: Change, { system, id }: ExternalId) =>
  refuse(invalid('external_ids', 'not_unique', { values: [`${system}:${id}`] }));

interface Owner extends ExternalId {
  row: number;
}

/** Refuses an external id that another row of the list has, or a second row of the same file. */
export function checkExternalIds({ contract }: Table, { client }: ClientContext, changes: readonly Change[]): Checks {
  const writing = changes.filter((change) => (writtenIds(change)?.length ?? 0) > 0);
  if (writing.length === 0) return {};
  const ids = writing.flatMap((change) => writtenIds(change) ?? []);
  return {
    external_ids: {
      ask: sql`(select coalesce(jsonb_agg(jsonb_build_object('row', x.resource_id, 'system', x.system, 'id', x.outside_id)), '[]'::jsonb)
        from external_id x join ${toColumns(ids)} using (system, outside_id)
        where x.client_id = ${client} and x.resource = ${contract.id})`,
      judge(owners: readonly Owner[]) {
        // A row of the same file that gives its id up leaves it to others.
        const rewritten = new Set(changes.filter((change) => writtenIds(change)).map(({ id }) => id));
        const taken = new Set(owners.filter(({ row }) => !rewritten.has(row)).map(toKey));
        for (const change of writing) {
          const twin = writtenIds(change)?.find((id) => taken.has(toKey(id)));
          if (twin) refuseTaken(change, twin);
          for (const id of writtenIds(change) ?? []) taken.add(toKey(id));
        }
      },
    },
  };
}

/**
 * Replaces the external ids of rows whose changes have the field. Refuses an id that another transaction has given to another row since the
 * check. Returns true if a change wrote any.
 */
export async function writeExternalIds(
  tx: Tx,
  { contract }: Table,
  { client }: ClientContext,
  changes: readonly Change[],
): Promise<boolean> {
  const writing = changes.filter((change) => writtenIds(change));
  if (writing.length === 0) return false;
  await deleteExternalIds(
    tx,
    client,
    contract.id,
    writing.filter(({ before }) => before).map(({ id }) => id),
  );
  const rows = writing.flatMap((change) => (writtenIds(change) ?? []).map((id) => ({ change, id, row: change.id })));
  if (rows.length === 0) return true;
  const { rows: written } = await sql<Owner>`
    insert into external_id (client_id, resource, resource_id, system, outside_id)
    select ${client}::bigint, ${contract.id}, * from unnest(${rows.map(({ row }) => row)}::bigint[], ${rows.map(({ id }) => id.system)}::text[], ${rows.map(({ id }) => id.id)}::text[])
    on conflict do nothing returning resource_id as row, system, outside_id as id`.execute(tx);
  const keys = new Set(written.map(toKey));
  for (const { change, id } of rows) if (!keys.has(toKey(id))) refuseTaken(change, id);
  return true;
}

/** The input of a file's row: it changes the ids of the programs that it names, and keeps those of others. */
export function keepOtherPrograms(input: Input, before: AnyRow): Input {
  const given = input.external_ids as ExternalId[] | undefined;
  if (!given) return input;
  const named = new Set(given.map(({ system }) => system));
  const others = ((before.external_ids ?? []) as ExternalId[]).filter(({ system }) => !named.has(system));
  const all = [...given, ...others].toSorted((a, b) => (a.system < b.system ? -1 : 1));
  return { ...input, external_ids: all };
}

/** A file's row without the lines that name no id, as rows of a list's file without external ids have. */
export function dropEmptyIds({ external_ids: ids, ...row }: AnyRow): AnyRow {
  if (!Array.isArray(ids)) return ids === undefined ? row : { ...row, external_ids: ids };
  const named = ids.filter((one) => one?.system || one?.id);
  return named.length > 0 ? { ...row, external_ids: named } : row;
}

/** Returns the rows of a list that have these external ids, by the position of the first id that a row has. */
export async function findRowsByExternalId(
  tx: Tx,
  resource: string,
  client: number,
  wanted: readonly (ExternalId & { at: number })[],
): Promise<Map<number, number>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<Owner>`
    select x.resource_id as row, system, outside_id as id from external_id x join ${toColumns(wanted)} using (system, outside_id)
    where x.client_id = ${client} and x.resource = ${resource}`.execute(tx);
  const owners = new Map(rows.map((owner) => [toKey(owner), owner.row]));
  const found = wanted.flatMap((id): [number, number][] => (owners.has(toKey(id)) ? [[id.at, owners.get(toKey(id))!]] : []));
  return new Map(found.toReversed());
}

async function deleteExternalIds(tx: Tx, client: number, resource: string, rows: readonly number[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`delete from external_id where client_id = ${client} and resource = ${resource} and resource_id = any(${rows})`.execute(tx);
}

/** Frees the external ids of a row that is deleted. Its history keeps them. */
export async function freeExternalIds(tx: Tx, { contract }: Table, { client }: ClientContext, before: AnyRow): Promise<void> {
  if ((before.external_ids?.length ?? 0) > 0) await deleteExternalIds(tx, client, contract.id, [before.id]);
}
