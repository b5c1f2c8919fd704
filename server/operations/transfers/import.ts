import { sql } from 'kysely';
import type { ImportRepeat } from '#contract/imports.ts';
import type { transfers } from '#contract/operations/transfers.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { FileChange, Importable } from '#server/platform/resource/import/importable.ts';
import { transferTable } from './table.ts';

/** The same feed, day, store and weight as one that is stored, or as a line before. */
async function repeatedTransfers(tx: Tx, context: ClientContext, changes: readonly FileChange[]): Promise<Map<number, ImportRepeat>> {
  const now = context.services.now().toISOString();
  const lines = changes.map(({ at, input, timezone }) => ({
    n: at,
    timezone,
    ingredient: input.ingredient,
    store: input.to,
    kg: input.kg,
    moment: input.at ?? now,
  }));
  if (lines.length === 0) return new Map();
  const { rows } = await sql<{ n: number; repeats: ImportRepeat }>`
    with line as (
      select l.*, (l.moment at time zone l.timezone)::date as day
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (
        n integer, timezone text, ingredient bigint, store bigint, kg numeric(14,3), moment timestamptz)
    ), stored as (
      select distinct t.ingredient_id as ingredient, t.to_id as store, t.kg, (t.at at time zone f.timezone)::date as day
      from transfer t join farm f on f.client_id = t.client_id and f.id = t.farm_id
      where t.client_id = ${context.client} and not t.deleted
        and t.at >= (select min(moment) from line) - interval '2 days' and t.at <= (select max(moment) from line) + interval '2 days'
    ), counted as (
      select line.*, row_number() over (partition by ingredient, store, kg, day order by n) as nth from line
    )
    select c.n, case when s.store is not null then 'stored' else 'file' end as repeats
    from counted c left join stored s using (ingredient, store, kg, day) where s.store is not null or c.nth > 1`.execute(tx);
  return new Map(rows.map(({ n, repeats }) => [n, repeats]));
}

/** A feed is found by its name in the store that it leaves, if the file names the store. */
export const transferImport: Importable<typeof transfers> = {
  table: transferTable,
  byName: false,
  moments: ['at'],
  references: { stock: 'stocks' },
  ofCompany: ['stock', 'to'],
  among: { ingredient: { field: 'stock', column: 'stock_id', optional: true } },
  repeats: repeatedTransfers,
  unusual: { figures: ['kg'], alike: ['ingredient'] },
  adds: { by: 'change', order: 'at' },
};
