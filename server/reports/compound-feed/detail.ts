import { sql } from 'kysely';
import { IdText } from '#contract/kinds.ts';
import type { compoundFeedBatches } from '#contract/reports/compound-feed.ts';
import { type Made, type Place, pick } from '#server/reports/kit/report.ts';
import { BATCH_FIGURES, batchLevels } from '#server/reports/sql/batch-levels.ts';
import { batchParts, PART_SUMS } from '#server/reports/sql/batches.ts';
import { type CellsOf, namesOf, selected, shown } from '#server/reports/sql/formulas.ts';
import { LOAD_FIGURES } from '#server/reports/sql/loads.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

export async function findBatch({ client, db }: Pick<ReportScope, 'client' | 'db'>, key: string): Promise<Place | null> {
  const { data: id } = IdText.safeParse(key);
  if (id === undefined) return null;
  const { rows } = await sql<{ farm_id: number; planned_on: string }>`
    select farm_id, planned_on from batch where client_id = ${client} and id = ${id} and not deleted`.execute(db);
  return rows[0] ? { farm: rows[0].farm_id, day: rows[0].planned_on, within: { batch: id } } : null;
}

/** The ingredients of one batch. */
export async function makeBatchDetail(scope: ReportScope): Promise<Made<typeof compoundFeedBatches.detail>> {
  const [[whole], parts] = await Promise.all([batchLevels(scope, ['row']), readParts(scope)]);
  const seconds = parts.reduce<number | null>((sum, row) => (typeof row.seconds === 'number' ? (sum ?? 0) + row.seconds : sum), null);
  return {
    rows: parts,
    totals: { ...pick(whole, namesOf(BATCH_FIGURES)), percent: 100, seconds },
    tiles: pick(whole, namesOf(BATCH_FIGURES)),
    series: { by_ingredient: parts.map((row) => pick(row, ['ingredient', 'ingredient_id', 'plan', 'fact'])) },
    // A recipe often has the name of its product.
    title: [...new Set([whole?.animalfeed_recipe, whole?.made, whole?.mixer])].filter(Boolean).join(' · '),
  };
}

const NAMED = {
  position: 't.position::integer',
  ingredient_id: 't.ingredient_id',
  ingredient: 'n.name',
  percent: 't.percent',
  started_at: 't.started_at',
  seconds: 't.seconds',
  price: 't.price',
} as const;
const FIGURES = { ...LOAD_FIGURES, cost: 'cost' } as const;

async function readParts(scope: ReportScope) {
  const { rows } = await sql<CellsOf<typeof NAMED & typeof FIGURES>>`
    with ${batchParts(scope)}, summed as (
      select position, ingredient_id, max(percent) as percent, max(started_at) as started_at, sum(seconds)::integer as seconds, max(price) as price,
        ${sql.raw(PART_SUMS)}
      from part group by position, ingredient_id
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(FIGURES)}`)}
    from summed t join ingredient n on n.client_id = ${scope.client} and n.id = t.ingredient_id order by t.position`.execute(scope.db);
  return rows;
}
