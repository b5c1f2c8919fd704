import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { ask, type Check } from '#server/platform/resource/check.ts';
import { isOneOf, LOCKED_TO_REFER } from '#server/platform/resource/table.ts';

interface Use {
  farm: number;
  ingredient: number;
}

/** For each use whether the ingredient is alive and the farm may use it: its own, or one in a stock that the farm's company shares. They are held. */
export async function usable(tx: Tx, client: number, uses: readonly Use[]): Promise<boolean[]> {
  if (uses.length === 0) return [];
  const { rows } = await sql<Use>`
    with i as (
      select t.* from ingredient t
      where t.client_id = ${client} and t.id = any(${[...new Set(uses.map(({ ingredient }) => ingredient))]}) and not t.deleted ${LOCKED_TO_REFER}
    )
    select distinct asked.farm, asked.ingredient
    from unnest(${uses.map(({ farm }) => farm)}::bigint[], ${uses.map(({ ingredient }) => ingredient)}::bigint[]) asked (farm, ingredient)
    join i on i.id = asked.ingredient
    join stock s on s.client_id = i.client_id and s.id = i.stock_id
    join farm f on f.client_id = i.client_id and f.id = asked.farm
    where i.farm_id = asked.farm or (s.farm_id is null and s.company_id = f.company_id)`.execute(tx);
  const found = new Set(rows.map(({ farm, ingredient }) => `${farm} ${ingredient}`));
  return uses.map(({ farm, ingredient }) => found.has(`${farm} ${ingredient}`));
}

/** 400 unless the farm may use each ingredient. `field` names where it stands, `*` its index. */
export const demandUsable = (tx: Tx, context: ClientContext, farm: number, ingredients: readonly number[], field: string): Promise<void> =>
  ask(tx, usableCheck(context, farm, ingredients, field));

/** The same, to be asked with other checks. */
export const usableCheck = (context: ClientContext, farm: number, ingredients: readonly number[], field: string): Check<void> => ({
  ask: sql`array(
    select t.id from ingredient t
    join stock s on s.client_id = t.client_id and s.id = t.stock_id
    where t.client_id = ${context.client} and ${isOneOf('t.id', [...new Set(ingredients)])} and not t.deleted
      and (t.farm_id = ${farm} or (s.farm_id is null and s.company_id =
        (select company_id from farm where client_id = ${context.client} and id = ${farm})))
    ${LOCKED_TO_REFER})`,
  judge(usable: number[]) {
    const missing = ingredients.findIndex((id) => !usable.includes(id));
    if (missing !== -1) throw invalid(field.replace('*', String(missing)), 'invalid_value');
  },
});
