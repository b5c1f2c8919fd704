import { sql } from 'kysely';
import type { ImportUnusual } from '#contract/imports.ts';
import { UNUSUAL_FIELDS, type UsualDelivery } from '#contract/operations/deliveries.ts';
import { isUnusual } from '#contract/usual.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { type ClientContext, may } from '#server/platform/context.ts';
import { bounds } from '#server/platform/resource/conditions.ts';
import type { FileChange } from '#server/platform/resource/import/importable.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { deliveryTable } from './table.ts';

interface UsualQuery {
  ingredient: number;
  delivery_type: string;
  except?: number | undefined;
}

/** So many deliveries tell what is usual. */
const LAST = 20;

/** What deliveries of these feeds usually are, as far as the caller sees them. The median is one of them: no slip moves it. */
export async function usualDeliveries(db: Db, context: ClientContext, queries: readonly UsualQuery[]): Promise<UsualDelivery[]> {
  const seesPrices = may(context, 'ingredient', 'view');
  const { rows } = await sql<UsualDelivery>`
    select usual.value, coalesce(usual.price, listed.price) as price
    from jsonb_to_recordset(${JSON.stringify(queries.map(({ except, ...one }, n) => ({ ...one, without: except, n })))}::jsonb)
      as a (n integer, ingredient bigint, delivery_type text, without bigint)
    cross join lateral (
      select percentile_disc(0.5) within group (order by value) as value,
             percentile_disc(0.5) within group (order by price) filter (where price > 0) as price
      from (
        select t.value, t.price from delivery t
        where ${bounds(anyTable(deliveryTable), context)} and t.ingredient_id = a.ingredient and t.delivery_type = a.delivery_type
          and t.id is distinct from a.without
        order by t.delivered_at desc, t.id desc limit ${LAST}
      ) last
    ) usual
    left join lateral (
      select t.price from ingredient t where ${bounds(anyTable(ingredientTable), context)} and t.id = a.ingredient and ${seesPrices}
    ) listed on true
    order by a.n`.execute(db);
  return rows;
}

const keyOf = ({ ingredient, delivery_type }: UsualQuery) => `${ingredient} ${delivery_type}`;

/** Of a file's deliveries, by their place in it: weights and prices far off what the feed usually has. */
export async function unusualDeliveries(
  tx: Tx,
  context: ClientContext,
  changes: readonly FileChange[],
): Promise<Map<number, ImportUnusual[]>> {
  const lines = changes.map(({ at, input, after }) => ({
    at,
    input,
    ingredient: after.ingredient as number,
    delivery_type: after.delivery_type as string,
  }));
  const queries = [
    ...new Map(lines.map((line) => [keyOf(line), { ingredient: line.ingredient, delivery_type: line.delivery_type }])).values(),
  ];
  const found = await usualDeliveries(tx, context, queries);
  const usual = new Map(queries.map((one, index) => [keyOf(one), found[index]]));
  return new Map(
    lines.map((line) => [
      line.at,
      UNUSUAL_FIELDS.flatMap((field) => {
        const known = usual.get(keyOf(line))?.[field] ?? null;
        const given = line.input[field];
        return typeof given === 'number' && isUnusual(given, known) ? [{ field, usual: known }] : [];
      }),
    ]),
  );
}
