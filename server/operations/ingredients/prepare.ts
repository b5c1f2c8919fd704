import { sql } from 'kysely';
import { toNameKey } from '#common/files/incoming/keys.ts';
import type { Tx } from '#server/db/database.ts';
import { todayOn } from '#server/domain/timezone.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { inUse } from '#server/platform/resource/in-use.ts';
import type { Change, Input } from '#server/platform/resource/table.ts';
import { ingredientUses } from './uses.ts';

/** Checks where ingredients lie, and turns dry matter or humidity into the columns that keep it. */
export async function prepareIngredients(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  await demandStocks(tx, context, changes);
  await demandOnlyOne(tx, context, changes);
  const analysed: Change[] = [];
  for (const change of changes) {
    const { input, before, refuse } = change;
    if (contradicts(input)) refuse(invalid('humidity', 'invalid_value'));
    const dryMatter = computeDryMatter(input);
    if (dryMatter === undefined || dryMatter === before?.dry_matter) continue;
    change.columns.dry_matter = dryMatter;
    analysed.push(change);
  }
  if (analysed.length === 0) return;
  const farms = analysed.map(({ after }) => after.farm as number);
  const today = await todayOn(tx, context.client, context.services.now(), farms);
  for (const { columns, after } of analysed) columns.dry_matter_on = today.get(after.farm);
}

/** Computed in hundredths, because 100 − 65.35 isn't 34.65 in floating point. */
function computeDryMatter(input: Input): number | undefined {
  const dry = hundredths(input.dry_matter);
  const wet = hundredths(input.humidity);
  const known = dry ?? (wet === undefined ? undefined : 10_000 - wet);
  return known === undefined ? undefined : known / 100;
}

/** Dry matter and humidity are both given, and aren't two sides of one. */
function contradicts(input: Input): boolean {
  const dry = hundredths(input.dry_matter);
  const wet = hundredths(input.humidity);
  return dry !== undefined && wet !== undefined && dry + wet !== 10_000;
}

const hundredths = (value: unknown) => (typeof value === 'number' ? Math.round(value * 100) : undefined);

/** 400 unless the stock is visible to the farm; 409 if the ingredient still has feed or is part of a plan. */
async function demandStocks(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  const placed = changes.filter(({ input }) => input.farm !== undefined || input.stock !== undefined);
  if (placed.length === 0) return;
  const places = placed.map(({ after }) => ({ stock: after.stock as number, farm: after.farm as number }));
  const fits = await stocksFit(tx, context.client, places);
  for (const [index, { before, after, refuse }] of placed.entries()) {
    if (!fits[index]) refuse(invalid('stock', 'invalid_value'));
    if (!before) continue;
    // Posted feed stays in its stock and on its farm.
    if (before.stock !== after.stock && before.rest !== 0) refuse(conflict('in_use', { values: [before.stock_name] }, 'stock'));
    if (before.farm === after.farm) continue;
    const uses = await ingredientUses(tx, context, before.id);
    if (uses.length > 0) refuse(inUse(context, uses, 'in_use', 'farm'));
    const month = await findClosedMoves(tx, context.client, before.id);
    if (month) refuse(conflict('month_closed', { values: [month] }, 'farm'));
  }
}

/** The last closed month in which the feed moved: reports of that month list the feed with its farm. Null if there is none. */
async function findClosedMoves(tx: Tx, client: number, ingredient: number): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(max(k.month), 'YYYY-MM') as month from stock_month k
    where k.client_id = ${client} and k.ingredient_id = ${ingredient} and month_is_closed(k.client_id, k.farm_id, k.month)`.execute(tx);
  return rows[0]?.month ?? null;
}

/** For each place whether the stock is the farm's own, or one that the farm's company shares. */
async function stocksFit(tx: Tx, client: number, places: readonly { stock: number; farm: number }[]): Promise<boolean[]> {
  const { rows } = await sql<{ fits: boolean }>`
    select exists (
      select from stock s join farm f on f.client_id = s.client_id and f.company_id = s.company_id
      where s.client_id = ${client} and s.id = wanted.stock and f.id = wanted.farm and coalesce(s.farm_id, f.id) = f.id
    ) as fits
    from unnest(${places.map(({ stock }) => stock)}::bigint[], ${places.map(({ farm }) => farm)}::bigint[])
      with ordinality wanted (stock, farm, n) order by n`.execute(tx);
  return rows.map(({ fits }) => fits);
}

/** A stock holds one living ingredient of a type and name, those that are being written among them. */
async function demandOnlyOne(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  const named = changes.filter(({ input }) => input.stock !== undefined || input.type !== undefined || input.name !== undefined);
  if (named.length === 0) return;
  const after = named.map((change) => change.after);
  // Each name's key is computed once, independent of the join's plan.
  const { rows } = await sql<{ n: number; id: number; twin: string | null }>`
    with wanted as materialized (
      select stock, type, name, n, name_key(name) as key from unnest(${after.map(({ stock }) => stock)}::bigint[], ${after.map(({ type }) => type)}::bigint[], ${after.map(({ name }) => name)}::text[])
        with ordinality given (stock, type, name, n)
    ), stored as materialized (
      select id, stock_id as stock, type_id as type, name, name_key(name) as key from ingredient
      where client_id = ${context.client} and stock_id = any(${[...new Set(after.map(({ stock }) => stock))]}::bigint[]) and not deleted
    )
    select wanted.n, stored.id, nullif(stored.name, wanted.name) as twin from wanted join stored using (stock, type, key)`.execute(tx);
  const taken = rows.flatMap(({ n, id, twin }) =>
    named
      .slice(n - 1, n)
      .filter((change) => change.id !== id)
      .map(({ refuse }) => ({ refuse, twin })),
  );
  const kinds = new Set<string>();
  for (const change of named) {
    const { stock, type, name } = change.after;
    const kind = `${stock} ${type} ${toNameKey(String(name))}`;
    if (kinds.has(kind)) taken.push({ refuse: change.refuse, twin: null });
    kinds.add(kind);
  }
  // A twin in another spelling is named.
  for (const { refuse, twin } of taken) refuse(invalid('type', 'ingredient_in_stock', twin === null ? {} : { values: [twin] }));
}
