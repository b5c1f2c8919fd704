import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { toNameKey } from '#common/files/incoming/keys.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { bounds } from '#server/platform/resource/conditions.ts';
import { type AnyRow, selection, source, type Table } from '#server/platform/resource/table.ts';

/** Trims texts and removes empty ones: an empty cell is neither null nor an empty text. */
export function cleanRow(row: Record<string, unknown>): AnyRow {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, clean(value)]));
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() || null;
  if (Array.isArray(value)) return value.map(clean);
  return typeof value === 'object' && value !== null ? cleanRow(value as Record<string, unknown>) : value;
}

/** The value for an empty cell in a field: null or an empty text, if the field accepts one of them; undefined otherwise. */
export function emptyOf(field: z.ZodType): null | '' | undefined {
  if (field.safeParse(null).success) return null;
  return field.safeParse('').success ? '' : undefined;
}

/** Returns the rows with these ids that the caller may see; `lock` locks them until the transaction ends. */
export async function rowsById(
  tx: Tx,
  table: Table,
  context: ClientContext,
  ids: readonly number[],
  lock = false,
): Promise<Map<number, AnyRow>> {
  if (ids.length === 0) return new Map();
  if (lock) {
    // Always in the same order, so that two imports never wait for each other.
    await sql`select from ${sql.table(table.table)} where client_id = ${context.client} and id = any(${ids}) order by id for no key update`.execute(
      tx,
    );
  }
  const { rows } = await sql<AnyRow>`
    select ${selection(table)} from ${source(table, context)} where ${bounds(table, context)} and t.id = any(${ids})`.execute(tx);
  const whole = table.attachNested ? await table.attachNested(tx, rows, context) : rows;
  return new Map(whole.map((row) => [row.id as number, row]));
}

/**
 * Returns the ids of these farms' rows with these names, by `farm name`. Names are compared by their key; the same spelling comes first.
 */
export async function idsByName(
  tx: Tx,
  table: Table,
  context: ClientContext,
  wantedNames: readonly { farm: number; name: string }[],
): Promise<Map<string, number>> {
  if (wantedNames.length === 0) return new Map();
  const farms = [...new Set(wantedNames.map(({ farm }) => farm))];
  // The key of each name is calculated once, independent of the join's plan.
  const rows: RawBuilder<{ farm: number; name: string; id: number }> = sql`
    with wanted as materialized (
      select farm, name, name_key(name) as key
      from unnest(${wantedNames.map(({ farm }) => farm)}::bigint[], ${wantedNames.map(({ name }) => name)}::text[]) x (farm, name)
    ), known as materialized (
      select t.farm_id as farm, t.id, t.name, name_key(t.name) as key from ${sql.table(table.table)} t
      where t.client_id = ${context.client} and t.farm_id = any(${farms}) and not t.deleted
    )
    select wanted.farm, wanted.name, known.id from wanted join known using (farm, key)
    order by lower(known.name) = lower(wanted.name)`;
  return new Map((await rows.execute(tx)).rows.map(({ farm, name, id }) => [keyOf(farm, name), id]));
}

export const keyOf = (farm: number, name: string) => `${farm} ${toNameKey(name)}`;
