import { sql } from 'kysely';
import { round } from '#common/format/decimal.ts';
import type { ImportUnusual } from '#contract/imports.ts';
import { isUnusual } from '#contract/usual.ts';
import type { Tx } from '#server/db/database.ts';
import { type ClientContext, may } from '#server/platform/context.ts';
import { type AnyRow, anyTable, readFrom } from '#server/platform/resource/table.ts';
import { findDatedFields, findEarlyDays } from './early-days.ts';
import type { Figures, FileChange, Importable } from './importable.ts';
import { LAST, listMedians } from './medians.ts';
import { findUnusualParts } from './unusual-parts.ts';

/**
 * Returns the figures of a file's rows that are far off the usual: the row's own last value, else the median of the last similar rows, else
 * the median of the file's similar rows. Days far before the farm's first entry are among them.
 */
export async function findUnusual(
  tx: Tx,
  context: ClientContext,
  importable: Importable,
  changes: readonly FileChange[],
): Promise<ReadonlyMap<number, ImportUnusual[]>> {
  const figures = await findFarFigures(tx, context, importable, changes);
  const fields = findDatedFields(importable);
  const dated = changes.flatMap(({ at, after, input }) =>
    fields.map((field) => ({ at, farm: after.farm as number, field, value: input[field] })),
  );
  const early = await findEarlyDays(tx, context.client, dated);
  const found = new Map<number, ImportUnusual[]>();
  for (const { at, input } of changes) {
    const far = figures.get(at) ?? [];
    const all = [...far, ...findFractions(input, importable, far), ...(early.get(at) ?? [])];
    if (all.length > 0) found.set(at, all);
  }
  return found;
}

/** Percentages that are probably fractions, with the percentage that they mean. Fields in `known` are unusual already. */
function findFractions(input: AnyRow, { percents = [] }: Importable, known: readonly ImportUnusual[]): ImportUnusual[] {
  return percents.flatMap((field) => {
    const given = input[field];
    const isFraction = typeof given === 'number' && given > 0 && given <= 1 && !known.some((one) => one.field === field);
    return isFraction ? [{ field, usual: round(given * 100, 2) }] : [];
  });
}

async function findFarFigures(
  tx: Tx,
  context: ClientContext,
  importable: Importable,
  changes: readonly FileChange[],
): Promise<ReadonlyMap<number, ImportUnusual[]>> {
  const { unusual: rule } = importable;
  if (typeof rule === 'string') return new Map();
  if (typeof rule === 'function') return rule(tx, context, changes);
  const toKey = (row: AnyRow) => JSON.stringify(rule.alike.map((field) => row[field] ?? null));
  const keys = new Map(changes.map(({ after }) => [toKey(after), after]));
  const found = await findUnusualParts(tx, context, changes, rule.parts ?? []);
  for (const field of rule.figures) {
    const stored = await storedMedians(tx, context, importable, rule, field, keys);
    const inFile = mediansIn(changes, field, toKey);
    const prices = rule.ofFeed?.includes(field) ? await findFeedPrices(tx, context, changes) : null;
    for (const { at, before, after, input } of changes) {
      const given = input[field];
      const key = toKey(after);
      const usual = findLast(before, field) ?? stored.get(key) ?? inFile.get(key) ?? prices?.get(after.ingredient) ?? null;
      if (typeof given === 'number' && isUnusual(given, usual)) found.set(at, [...(found.get(at) ?? []), { field, usual }]);
    }
  }
  return found;
}

/** The figure of the existing row; undefined if it has none above zero. */
function findLast(before: AnyRow | null, field: string): number | undefined {
  const last = before?.[field];
  return typeof last === 'number' && last > 0 ? last : undefined;
}

async function storedMedians(
  tx: Tx,
  { client }: ClientContext,
  { table }: Importable,
  { alike }: Figures,
  field: string,
  keys: ReadonlyMap<string, AnyRow>,
): Promise<Map<string, number>> {
  const toColumn = (name: string) => sql.raw(readFrom(anyTable(table), name) ?? `t.${name}`);
  const wanted = [...keys].map(([key, row]) => ({ key, ...Object.fromEntries(alike.map((name, at) => [`a${at}`, row[name] ?? null])) }));
  const same = alike.map((name, at) => sql`${toColumn(name)}::text is not distinct from wanted.entry->>${`a${at}`}`);
  const { rows } = await sql<{ key: string; usual: number | null }>`
    select wanted.entry->>'key' as key, (
      select percentile_disc(0.5) within group (order by last.figure) from (
        select ${toColumn(field)} as figure from ${sql.table(table.table)} t
        where t.client_id = ${client} and ${toColumn(field)} > 0 and ${table.remove === 'soft' ? sql`not t.deleted` : sql`true`}
          and ${same.length === 0 ? sql`true` : sql.join(same, sql` and `)}
        order by t.id desc limit ${LAST}
      ) last
    ) as usual
    from jsonb_array_elements(${JSON.stringify(wanted)}::jsonb) as wanted (entry)`.execute(tx);
  return new Map(rows.flatMap(({ key, usual }) => (usual === null ? [] : [[key, Number(usual)] as const])));
}

/** The list prices of the rows' feeds, else their average prices. Only for callers who may see the feeds. */
async function findFeedPrices(tx: Tx, context: ClientContext, changes: readonly FileChange[]): Promise<Map<number, number>> {
  if (!may(context, 'ingredient', 'view')) return new Map();
  const feeds = [...new Set(changes.map(({ after }) => after.ingredient as number))];
  const { rows } = await sql<{ id: number; price: string }>`
    select id, coalesce(nullif(price, 0), average_price) as price from ingredient
    where client_id = ${context.client} and id = any(${feeds}) and coalesce(nullif(price, 0), average_price) > 0`.execute(tx);
  return new Map(rows.map(({ id, price }) => [id, Number(price)]));
}

/** Medians of a field over similar rows of the file. */
const mediansIn = (changes: readonly FileChange[], field: string, toKey: (row: AnyRow) => string) =>
  listMedians(changes.map(({ after, input }) => ({ key: toKey(after), figure: input[field] })));
