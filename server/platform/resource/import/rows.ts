import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { toNameKey } from '#common/files/incoming/keys.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { bounds } from '#server/platform/resource/conditions.ts';
import { type AnyRow, selection, source, type Table } from '#server/platform/resource/table.ts';

/** Texts trimmed, empty ones as none at all: an empty cell is neither of the two. */
export function cleanRow(row: Record<string, unknown>): AnyRow {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, clean(value)]));
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() || null;
  if (Array.isArray(value)) return value.map(clean);
  return typeof value === 'object' && value !== null ? cleanRow(value as Record<string, unknown>) : value;
}

/** What stands for an empty cell in a field: null or an empty text where it takes one; undefined where it takes neither. */
export function emptyOf(field: z.ZodType): null | '' | undefined {
  if (field.safeParse(null).success) return null;
  return field.safeParse('').success ? '' : undefined;
}

/** The rows with these ids that the caller reaches; with `lock` nobody else changes them until the transaction ends. */
export async function rowsById(
  tx: Tx,
  table: Table,
  context: ClientContext,
  ids: readonly number[],
  lock = false,
): Promise<Map<number, AnyRow>> {
  if (ids.length === 0) return new Map();
  if (lock) {
    // In one order, so that two files never wait for each other in a circle.
    await sql`select from ${sql.table(table.table)} where client_id = ${context.client} and id = any(${ids}) order by id for no key update`.execute(
      tx,
    );
  }
  const { rows } = await sql<AnyRow>`
    select ${selection(table)} from ${source(table, context)} where ${bounds(table, context)} and t.id = any(${ids})`.execute(tx);
  const whole = table.attachNested ? await table.attachNested(tx, rows, context) : rows;
  return new Map(whole.map((row) => [row.id as number, row]));
}

/** Returns the living rows of these farms and names, as `farm name` → id. Names are compared by their key; the same spelling wins. */
export async function idsByName(
  tx: Tx,
  table: Table,
  context: ClientContext,
  wantedNames: readonly { farm: number; name: string }[],
): Promise<Map<string, number>> {
  if (wantedNames.length === 0) return new Map();
  const rows: RawBuilder<{ farm: number; name: string; id: number }> = sql`
    select wanted.farm, wanted.name, t.id
    from unnest(${wantedNames.map(({ farm }) => farm)}::bigint[], ${wantedNames.map(({ name }) => name)}::text[]) wanted (farm, name)
    join ${sql.table(table.table)} t on t.client_id = ${context.client} and t.farm_id = wanted.farm and name_key(t.name) = name_key(wanted.name) and not t.deleted
    order by lower(t.name) = lower(wanted.name)`;
  return new Map((await rows.execute(tx)).rows.map(({ farm, name, id }) => [keyOf(farm, name), id]));
}

export const keyOf = (farm: number, name: string) => `${farm} ${toNameKey(name)}`;
