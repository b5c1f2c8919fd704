import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { deriveShares } from '#server/domain/ration-shares.ts';
import { refreshWaited } from '#server/operations/feedings/refresh.ts';
import { notify } from '#server/platform/runtime/events.ts';

/**
 * Runs after the dry matter of ingredients changed: rebuilds the plans of waiting feedings from today on, for rations that fix the amount
 * of dry matter or reach a dry matter with water.
 */
export async function followDryMatter(tx: Tx, client: number, ingredients: readonly number[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct p.ration_id as id from ration_item p join ration r on r.client_id = p.client_id and r.id = p.ration_id
    where p.client_id = ${client} and p.ingredient_id = any(${ingredients}) and (p.hold = 'dry' or r.water_id is not null) order by 1`.execute(
    tx,
  );
  const changed = await deriveShares(
    tx,
    client,
    rows.map(({ id }) => id),
  );
  if (changed.length === 0) return [];
  await notify(tx, client, 'rations', changed);
  return refreshWaited(tx, client, { ration: changed }, now);
}
