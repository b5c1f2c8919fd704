import { sql } from 'kysely';
import type { ImportUnusual } from '#contract/imports.ts';
import { UNUSUAL_FIELDS, type UsualDelivery } from '#contract/operations/deliveries.ts';
import { isUnusual } from '#contract/usual.ts';
import type { Tx } from '#server/db/database.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { type ClientContext, may } from '#server/platform/context.ts';
import { bounds } from '#server/platform/resource/conditions.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { FileChange } from '#server/platform/resource/import/importable.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { deliveryTable } from './table.ts';

interface UsualQuery {
  ingredient: number;
  delivery_type: string;
  /** Deliveries that change: a correction isn't compared with its own mistake. */
  except: readonly number[];
}

/** Number of earlier deliveries that define the usual price and weight. */
const LAST = 20;

/**
 * The usual weight and price of deliveries of these feeds that the caller may see. The median is an actual delivery and is insensitive to
 * typing errors.
 */
async function usualDeliveries(tx: Tx, context: ClientContext, queries: readonly UsualQuery[]): Promise<UsualDelivery[]> {
  const seesPrices = may(context, 'ingredient', 'view');
  const { rows } = await sql<UsualDelivery>`
    select usual.value, coalesce(usual.price, listed.price) as price
    from jsonb_to_recordset(${JSON.stringify(queries.map(({ ingredient, delivery_type, except }, n) => ({ ingredient, delivery_type, except, n })))}::jsonb)
      as a (n integer, ingredient bigint, delivery_type text, "except" bigint[])
    cross join lateral (
      select percentile_disc(0.5) within group (order by value) as value,
             percentile_disc(0.5) within group (order by price) filter (where price > 0) as price
      from (
        select t.value, t.price from delivery t
        where ${bounds(anyTable(deliveryTable), context)} and t.ingredient_id = a.ingredient and t.delivery_type = a.delivery_type
          and t.id <> all(a."except")
        order by t.delivered_at desc, t.id desc limit ${LAST}
      ) last
    ) usual
    left join lateral (
      select t.price from ingredient t where ${bounds(anyTable(ingredientTable), context)} and t.id = a.ingredient and ${seesPrices}
    ) listed on true
    order by a.n`.execute(tx);
  return rows;
}

const toKey = ({ ingredient, delivery_type }: Omit<UsualQuery, 'except'>) => `${ingredient} ${delivery_type}`;

/** The positions in a file of deliveries with weights and prices far from the feed's usual values. */
export async function unusualDeliveries(
  tx: Tx,
  context: ClientContext,
  changes: readonly FileChange[],
): Promise<Map<number, ImportUnusual[]>> {
  const lines = changes.map(({ at, id, input, after }) => ({
    at,
    id,
    input,
    ingredient: after.ingredient as number,
    delivery_type: after.delivery_type as string,
  }));
  const queries = [...groupBy(lines, toKey).values()].map(([line, ...others]) => ({
    ...line!,
    // A file that changes all of a feed's deliveries is compared with their former figures.
    except: others.length === 0 ? [line!.id].filter((id) => id > 0) : [],
  }));
  const found = await usualDeliveries(tx, context, queries);
  const usual = new Map(queries.map((one, index) => [toKey(one), found[index]]));
  return new Map(
    lines.map((line) => [
      line.at,
      UNUSUAL_FIELDS.flatMap((field) => {
        const known = usual.get(toKey(line))?.[field] ?? null;
        const given = line.input[field];
        return typeof given === 'number' && isUnusual(given, known) ? [{ field, usual: known }] : [];
      }),
    ]),
  );
}
