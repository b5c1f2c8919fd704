import { sql } from 'kysely';
import type { z } from 'zod';
import type { DeliveryLine } from '#contract/operations/delivery-documents.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { attachFiles } from '#server/domain/stored-files.ts';
import { pricePerKg } from '#server/operations/deliveries/price-per-kg.ts';
import { deliveryTable } from '#server/operations/deliveries/table.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError, invalid } from '#server/platform/errors.ts';
import { changeOf } from '#server/platform/resource/change.ts';
import { judge, lockAndGet, removeUnused, restoreWithin, writeChanges } from '#server/platform/resource/crud.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import { type AnyRow, anyTable, type Change } from '#server/platform/resource/table.ts';
import { weighLines } from './weigh-lines.ts';

type Line = z.output<typeof DeliveryLine>;

const deliveries = anyTable(deliveryTable);
/** The fields of a line that its head determines. */
const OF_HEAD = ['farm', 'delivery_type', 'company', 'delivered_at'] as const;

/** Writes a paper's lines, each by the rules of a delivery: new ones, changed ones, and what isn't named any more goes. */
export async function writeLines(tx: Tx, context: ClientContext, { id: document, before, after, columns }: Change): Promise<void> {
  const known = new Map(((before?.lines ?? []) as AnyRow[]).map((line, at) => [line.id as number, { ...line, at } as AnyRow]));
  const given = await weighLines(tx, context.client, after.lines as Line[], { known, at: String(columns.delivered_at) });
  const wrong = given.findIndex(({ id }, at) => id !== undefined && (!known.has(id) || given.findIndex((one) => one.id === id) !== at));
  if (wrong !== -1) throw invalid(`lines.${wrong}.id`, 'invalid_value');
  const kept = new Set(given.map(({ id }) => id));
  for (const id of [...known.keys()].filter((one) => !kept.has(one)).sort((a, b) => a - b)) {
    await removeUnused(tx, deliveries, context, await lockAndGet(tx, deliveries, context, id, true));
  }
  const changes: Change[] = [];
  for (const [at, one] of given.entries()) {
    const { id, ingredient, value, pack, packs, dry_matter, note, price_per, price_given, order, lot } = one;
    const row = id === undefined ? null : await lockAndGet(tx, deliveries, context, id);
    const moment =
      row && Date.parse(row.delivered_at) === Date.parse(String(columns.delivered_at)) ? row.delivered_at : columns.delivered_at;
    const head = { farm: after.farm, delivery_type: after.delivery_type, company: after.company, delivered_at: moment };
    const input: AnyRow = {
      ...{ ...head, ingredient, value, price: pricePerKg(one), dry_matter, note },
      ...(pack !== undefined && { pack }),
      ...(packs !== undefined && { packs }),
      ...(order !== undefined && { order }),
      ...(lot !== undefined && { lot }),
    };
    const line = id === undefined ? undefined : known.get(id);
    const isAsBefore = row && line && line.at === at && line.price_per === price_per && line.price_given === price_given;
    if (isAsBefore && Object.keys(input).every((field) => input[field] === row[field])) continue;
    const change = changeOf(deliveries, { id: id ?? 0, before: row, input }, (error) => refuseAt(error, at));
    Object.assign(change.columns, { document_id: document, line: at, price_per, price_given });
    changes.push(change);
  }
  if (changes.length === 0) return;
  await judge(tx, deliveries, context, changes);
  await writeChanges(tx, deliveries, context, changes);
}

/** Throws an error of the head's fields at the head, and any other at the line. */
function refuseAt(error: ApiError, line: number): never {
  const ofHead = new Set<string>(['detail', ...OF_HEAD]);
  const errors = Object.entries(error.errors).map(
    ([field, found]) => [ofHead.has(field) ? field : `lines.${line}.${field}`, found] as const,
  );
  throw new ApiError(error.status, Object.fromEntries(errors));
}

/** Takes a paper's deliveries back with it; they stay its lines. */
export async function removeLines(tx: Tx, context: ClientContext, before: AnyRow): Promise<void> {
  const ids = (before.lines as AnyRow[]).map(({ id }) => id as number).sort((a, b) => a - b);
  for (const id of ids) await removeUnused(tx, deliveries, context, await lockAndGet(tx, deliveries, context, id, true));
  await sql`update delivery set document_id = ${before.id} where client_id = ${context.client} and id = any(${ids})`.execute(tx);
}

/** Restores the lines that were deleted with the document. */
export async function restoreLines(tx: Tx, context: ClientContext, { id }: Change): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from delivery where client_id = ${context.client} and document_id = ${id} and deleted order by id for update`.execute(tx);
  for (const line of rows) await restoreWithin(tx, deliveries, context, line.id);
}

/** Adds lines and files to papers that were read. */
export async function attachLines(db: Db, rows: AnyRow[], { client }: Pick<ClientContext, 'client'>): Promise<AnyRow[]> {
  if (rows.length === 0) return rows;
  const ids = rows.map((row) => row.id as number);
  const { rows: lines } = await sql<AnyRow>`
    select d.document_id as document, d.id, d.ingredient_id as ingredient, i.name as ingredient_name, d.value, d.pack, d.packs, d.pack_kg, d.price, d.price_per,
           coalesce(d.price_given, d.price) as price_given, d.dry_matter, d.lot, d.note, d.order_id as "order", ${AMOUNT} as amount
    from delivery d join ingredient i on i.client_id = d.client_id and i.id = d.ingredient_id
    where d.client_id = ${client} and d.document_id = any(${ids}) and not d.deleted order by d.line, d.id`.execute(db);
  const byDocument = groupBy(lines, ({ document }) => document as number);
  const pickLines = (id: number) => (byDocument.get(id) ?? []).map(({ document: _, ...line }) => line);
  return (await attachFiles(db, rows, client, { column: 'document_id' })).map((row) => ({ ...row, lines: pickLines(row.id) }));
}

/** The amount of a line by its document. */
export const AMOUNT = sql.raw(`case when d.price_per = 'sum' then d.price_given
  else round(d.value * coalesce(d.price_given, d.price) / case when d.price_per = 'tonne' then 1000 else 1 end, 2) end`);
