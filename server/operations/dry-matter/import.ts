import { sql } from 'kysely';
import type { ImportRepeat } from '#contract/imports.ts';
import { type dryMatter, weighedPercent } from '#contract/operations/dry-matter.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { FileChange, Importable } from '#server/platform/resource/import/importable.ts';
import type { Input } from '#server/platform/resource/table.ts';
import { dryMatterTable } from './table.ts';

/** Null if the row contains no measurement, which is an error of the row. */
const computePercent = ({ percent, wet, dry }: Input) => percent ?? (wet && dry ? weighedPercent(wet as number, dry as number) : null);

/** The same feed, day, method and percentage as one that is stored, or as a line before. */
async function repeatedMeasurements(tx: Tx, context: ClientContext, changes: readonly FileChange[]): Promise<Map<number, ImportRepeat>> {
  const now = context.services.now().toISOString();
  const lines = changes.map(({ at, input, timezone }) => ({
    n: at,
    timezone,
    ingredient: input.ingredient,
    method: input.method,
    percent: computePercent(input),
    moment: input.measured_at ?? now,
  }));
  if (lines.length === 0) return new Map();
  const { rows } = await sql<{ n: number; repeats: ImportRepeat }>`
    with line as (
      select l.*, (l.moment at time zone l.timezone)::date as day
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (
        n integer, timezone text, ingredient bigint, method text, percent numeric, moment timestamptz)
    ), stored as (
      select distinct m.ingredient_id as ingredient, m.method, m.percent, m.day from measurement m
      where m.client_id = ${context.client} and m.ingredient_id in (select ingredient from line)
    ), counted as (
      select line.*, row_number() over (partition by ingredient, method, percent, day order by n) as nth from line
    )
    select c.n, case when s.method is not null then 'stored' else 'file' end as repeats
    from counted c left join stored s using (ingredient, method, percent, day)
    where c.percent is not null and (s.method is not null or c.nth > 1)`.execute(tx);
  return new Map(rows.map(({ n, repeats }) => [n, repeats]));
}

/** Measurements in the order of their moments: waiting feedings are planned by the last figure of each feed. */
export const dryMatterImport: Importable<typeof dryMatter> = {
  table: dryMatterTable,
  byName: false,
  moments: ['measured_at'],
  repeats: repeatedMeasurements,
  percents: ['percent'],
  unusual: { figures: ['percent'], alike: ['ingredient'] },
  adds: { by: 'add', order: 'measured_at' },
};
