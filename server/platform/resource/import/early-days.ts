import { sql } from 'kysely';
import { z } from 'zod';
import type { ImportUnusual } from '#contract/imports.ts';
import { Day, Instant } from '#contract/kinds.ts';
import type { Tx } from '#server/db/database.ts';
import type { Importable } from './importable.ts';

/** An entry this many days before the farm's first one is unusual: a mistyped year or century is further off. */
export const FAR_BEFORE_DAYS = 366;

/** A day or moment of a row of a file, by the row's place. */
interface DatedField {
  at: number;
  farm: number;
  field: string;
  value: unknown;
}

const isDated = (schema: z.ZodType): boolean => {
  if (schema === Day || schema === Instant) return true;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return isDated(schema.unwrap() as z.ZodType);
  }
  return schema instanceof z.ZodPipe && isDated(schema.in as z.ZodType);
};

/** Returns the fields of a list that are days or moments. */
export const findDatedFields = ({ table }: Pick<Importable, 'table'>): string[] =>
  Object.entries(table.contract.create.shape).flatMap(([field, schema]) => (isDated(schema as z.ZodType) ? [field] : []));

interface FirstEntry {
  farm: number;
  first: string;
  /** A day before this one is far before the first entry. */
  earliest: string;
}

/** Returns the first entry of each farm that has one. */
export async function findFirstEntries(tx: Tx, client: number, farms: readonly number[]): Promise<Map<number, FirstEntry>> {
  const { rows } = await sql<FirstEntry>`
    select farm, first::text, (first - ${FAR_BEFORE_DAYS}::integer)::text as earliest
    from unnest(${farms}::bigint[]) farm
    cross join lateral (select least(
      (select min(planned_on) from schedule where client_id = ${client} and farm_id = farm and not deleted),
      (select min(month) from stock_month where client_id = ${client} and farm_id = farm),
      (select min(day) from milk where client_id = ${client} and farm_id = farm)
    ) as first) entries
    where first is not null`.execute(tx);
  return new Map(rows.map((row) => [row.farm, row]));
}

/** Returns the days far before the first entry of their farm, by the row's place. A farm without entries has no such days. */
export async function findEarlyDays(tx: Tx, client: number, dated: readonly DatedField[]): Promise<Map<number, ImportUnusual[]>> {
  const days = dated.flatMap(({ value, ...one }) => (typeof value === 'string' ? [{ ...one, day: value.slice(0, 10) }] : []));
  const found = new Map<number, ImportUnusual[]>();
  if (days.length === 0) return found;
  const firstEntries = await findFirstEntries(tx, client, [...new Set(days.map(({ farm }) => farm))]);
  for (const { at, farm, field, day } of days) {
    const known = firstEntries.get(farm);
    if (known && day < known.earliest) found.set(at, [...(found.get(at) ?? []), { field, usual: known.first }]);
  }
  return found;
}
