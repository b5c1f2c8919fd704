import { sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import type { ingredients } from '#contract/operations/ingredients.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { Change, Importable } from '#server/platform/resource/import/importable.ts';
import { visibleUses } from '#server/platform/resource/in-use.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';
import { contradicts, dryMatterOf, stocksFit } from './prepare.ts';
import { ingredientTable } from './table.ts';
import { ingredientUses } from './uses.ts';

export const ingredientImport: Importable<typeof ingredients> = {
  table: ingredientTable,
  byName: true,
  async prepare(tx, context, changes) {
    await refuseMisplaced(tx, context, changes);
    await refuseSameKind(tx, context, changes);
    return changes.map(({ input, before, timezone, refuse }) => {
      if (contradicts(input)) refuse('humidity', 'invalid_value');
      const dryMatter = dryMatterOf(input);
      if (dryMatter === undefined && !before) refuse('dry_matter', 'required');
      if (dryMatter === undefined || dryMatter === before?.dry_matter) return {};
      return { dry_matter: dryMatter, dry_matter_on: dayAt(context.services.now(), timezone) };
    });
  },
};

const afterOf = ({ before, input, farm }: Change): AnyRow => ({ ...before, ...input, farm });

/** The stock must be one that the farm reaches; what still holds feed or stands in a plan stays where it is. */
async function refuseMisplaced(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  const placed = changes.filter(({ input }) => input.stock !== undefined || input.farm !== undefined);
  const fits = await stocksFit(
    tx,
    context.client,
    placed.map((change) => ({ stock: afterOf(change).stock, farm: change.farm })),
  );
  for (const [index, { before, input, farm, refuse }] of placed.entries()) {
    if (!fits[index]) refuse('stock', 'invalid_value');
    if (!before) continue;
    if (input.stock !== undefined && before.rest !== 0) refuse('stock', 'in_use', { values: [before.stock_name] });
    if (farm === before.farm) continue;
    const uses = await ingredientUses(tx, context, before.id);
    if (uses.length > 0) refuse('farm', 'in_use', visibleUses(context, uses));
  }
}

/** A stock holds one living ingredient of a type and name, the file's own among them. */
async function refuseSameKind(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  const moved = changes.filter(({ input }) => input.stock !== undefined || input.type !== undefined || input.name !== undefined);
  const after = moved.map(afterOf);
  const { rows } = await sql<{ n: number; id: number }>`
    select asked.n, i.id
    from unnest(${after.map(({ stock }) => stock)}::bigint[], ${after.map(({ type }) => type)}::bigint[], ${after.map(({ name }) => name)}::text[])
      with ordinality asked (stock, type, name, n)
    join ingredient i on i.client_id = ${context.client} and i.stock_id = asked.stock and i.type_id = asked.type
      and lower(i.name) = lower(asked.name) and not i.deleted`.execute(tx);
  for (const { n, id } of rows) {
    const change = moved[n - 1];
    if (change && change.id !== id) change.refuse('type', 'ingredient_in_stock');
  }
  const kinds = new Set<string>();
  for (const [index, { stock, type, name }] of after.entries()) {
    const kind = `${stock} ${type} ${String(name).toLowerCase()}`;
    if (kinds.has(kind)) moved[index]?.refuse('type', 'ingredient_in_stock');
    kinds.add(kind);
  }
}
