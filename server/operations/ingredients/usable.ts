import { sql } from 'kysely';
import type { ClientContext } from '../../core/context.ts';
import { invalid } from '../../core/errors.ts';
import type { Tx } from '../../db/database.ts';

/**
 * 400 unless each ingredient is alive and the farm may use it: its own, or one in a stock that the farm's company shares.
 * `field` names where it stands, `*` its index.
 */
export async function demandUsable(
  tx: Tx,
  context: ClientContext,
  farm: number,
  ingredients: readonly number[],
  field: string,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select i.id from ingredient i
    join stock s on s.client_id = i.client_id and s.id = i.stock_id
    where i.client_id = ${context.client} and i.id = any(${[...new Set(ingredients)]}) and not i.deleted
      and (i.farm_id = ${farm} or (s.farm_id is null and s.company_id =
        (select company_id from farm where client_id = ${context.client} and id = ${farm})))`.execute(tx);
  const usable = new Set(rows.map((row) => row.id));
  const missing = ingredients.findIndex((id) => !usable.has(id));
  if (missing !== -1) throw invalid(field.replace('*', String(missing)), 'invalid_value');
}
