import { sql } from 'kysely';
import type { ImportRepeat } from '#contract/imports.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { FileChange } from '#server/platform/resource/import/importable.ts';

/**
 * New lines that look like duplicates: farm, day, kind, feed, supplier, weight and price equal a stored delivery or an earlier line. They
 * may be two lorries of one day, so that only a person can decide.
 */
export async function repeatedDeliveries(
  tx: Tx,
  context: ClientContext,
  changes: readonly FileChange[],
): Promise<Map<number, ImportRepeat>> {
  const now = context.services.now().toISOString();
  const lines = changes.flatMap(({ at, input, before }) => (before ? [] : [{ ...input, at, delivered_at: input.delivered_at ?? now }]));
  if (lines.length === 0) return new Map();
  const { rows } = await sql<{ at: number; repeats: ImportRepeat }>`
    with line as (
      select l.*, coalesce(l.company, 0) as supplier, (l.delivered_at at time zone f.timezone)::date as day
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (
        at integer, farm bigint, delivery_type text, ingredient bigint, company bigint, value numeric(14,3), price numeric(14,5), delivered_at timestamptz)
      join farm f on f.client_id = ${context.client} and f.id = l.farm
    ), stored as (
      select distinct d.farm_id as farm, d.delivery_type, d.ingredient_id as ingredient, coalesce(d.company_id, 0) as supplier, d.value, d.price,
             (d.delivered_at at time zone f.timezone)::date as day
      from delivery d join farm f on f.client_id = d.client_id and f.id = d.farm_id
      where d.client_id = ${context.client} and not d.deleted
        and d.delivered_at >= (select min(delivered_at) from line) - interval '1 day'
        and d.delivered_at <= (select max(delivered_at) from line) + interval '1 day'
    ), counted as (
      select line.*, row_number() over (partition by farm, delivery_type, ingredient, supplier, value, price, day order by at) as nth from line
    )
    select c.at, case when s.farm is not null then 'stored' else 'file' end as repeats
    from counted c left join stored s using (farm, delivery_type, ingredient, supplier, value, price, day)
    where s.farm is not null or c.nth > 1`.execute(tx);
  return new Map(rows.map(({ at, repeats }) => [at, repeats]));
}
