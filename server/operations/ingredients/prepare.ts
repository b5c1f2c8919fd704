import { sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import type { Tx } from '#server/db/database.ts';
import { timezoneOf } from '#server/domain/timezone.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { refuseInUse } from '#server/platform/resource/in-use.ts';
import type { AnyRow, Input } from '#server/platform/resource/table.ts';
import { ingredientUses } from './uses.ts';

/** Checks where an ingredient lies, and turns dry matter or humidity into the columns that keep it. */
export async function prepareIngredient(tx: Tx, context: ClientContext, input: Input, before: AnyRow | null): Promise<Input> {
  const after: AnyRow = { ...before, ...input };
  if (input.farm !== undefined || input.stock !== undefined) await demandStock(tx, context, after, before);
  if (input.stock !== undefined || input.type !== undefined || input.name !== undefined) await demandOnlyOne(tx, context, after, before);
  if (contradicts(input)) throw invalid('humidity', 'invalid_value');
  const dryMatter = dryMatterOf(input);
  if (dryMatter === undefined) {
    if (!before) throw invalid('dry_matter', 'required');
    return {};
  }
  if (dryMatter === before?.dry_matter) return {};
  const day = dayAt(context.services.now(), await timezoneOf(tx, context.client, after.farm));
  return { dry_matter: dryMatter, dry_matter_on: day };
}

/** Reckoned in hundredths: 100 − 65.35 isn't 34.65 in floating point. */
export function dryMatterOf(input: Input): number | undefined {
  const dry = hundredths(input.dry_matter);
  const wet = hundredths(input.humidity);
  const known = dry ?? (wet === undefined ? undefined : 10_000 - wet);
  return known === undefined ? undefined : known / 100;
}

/** Dry matter and humidity are both given, and aren't two sides of one. */
export function contradicts(input: Input): boolean {
  const dry = hundredths(input.dry_matter);
  const wet = hundredths(input.humidity);
  return dry !== undefined && wet !== undefined && dry + wet !== 10_000;
}

const hundredths = (value: unknown) => (typeof value === 'number' ? Math.round(value * 100) : undefined);

/** The stock must be within the farm's reach; what still holds feed or stands in a plan stays where it is. */
async function demandStock(tx: Tx, context: ClientContext, after: AnyRow, before: AnyRow | null): Promise<void> {
  const [fits] = await stocksFit(tx, context.client, [{ stock: after.stock, farm: after.farm }]);
  if (!fits) throw invalid('stock', 'invalid_value');
  if (!before) return;
  // What was posted stays in the stock and on the farm that it was posted to.
  if (before.stock !== after.stock && before.rest !== 0) throw conflict('in_use', { values: [before.stock_name] }, 'stock');
  if (before.farm === after.farm) return;
  refuseInUse(context, await ingredientUses(tx, context, before.id), 'in_use', 'farm');
}

/** For each place whether the stock is the farm's own, or one that the farm's company shares. */
export async function stocksFit(tx: Tx, client: number, places: readonly { stock: number; farm: number }[]): Promise<boolean[]> {
  const { rows } = await sql<{ fits: boolean }>`
    select exists (
      select from stock s join farm f on f.client_id = s.client_id and f.company_id = s.company_id
      where s.client_id = ${client} and s.id = asked.stock and f.id = asked.farm and coalesce(s.farm_id, f.id) = f.id
    ) as fits
    from unnest(${places.map(({ stock }) => stock)}::bigint[], ${places.map(({ farm }) => farm)}::bigint[])
      with ordinality asked (stock, farm, n) order by n`.execute(tx);
  return rows.map(({ fits }) => fits);
}

/** A stock holds one living ingredient of a type and name. */
async function demandOnlyOne(tx: Tx, context: ClientContext, after: AnyRow, before: AnyRow | null): Promise<void> {
  const { rows } = await sql`
    select from ingredient
    where client_id = ${context.client} and stock_id = ${after.stock} and type_id = ${after.type} and lower(name) = lower(${after.name})
      and not deleted and id <> ${before?.id ?? 0}`.execute(tx);
  if (rows.length > 0) throw invalid('type', 'ingredient_in_stock');
}
