import { sql } from 'kysely';
import { chooseStep, shareByPercent } from '#common/feeding/plan.ts';
import type { BatchRow } from '#contract/operations/batches.ts';
import type { Tx } from '#server/db/database.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import { inPounds } from './in-pounds.ts';
import { partsOf } from './recipe-parts.ts';

/** A part of a batch as stored in its row. */
export type BatchItem = Omit<BatchRow['items'][number], 'ingredient_name'>;

/** The changed source of plans. */
type Source = { batch: number } | { recipe: number } | { mixer: number };

interface Planned {
  id: number;
  recipe_id: number;
  weight_plan: number;
  items: BatchItem[];
  rounds: boolean | null;
  in_pounds: boolean;
}

/**
 * Updates waiting batches to their recipe's present parts, in the step of a rounding mixer, otherwise to the gram. Returns the changed
 * ones. The caller raises the version of a batch that it writes itself.
 */
export async function replanBatches(tx: Tx, client: number, source: Source): Promise<number[]> {
  const [column, id] =
    'batch' in source ? ['s.id', source.batch] : 'recipe' in source ? ['s.recipe_id', source.recipe] : ['s.mixer_id', source.mixer];
  const { rows } = await sql<Planned>`
    select s.id, s.recipe_id, s.weight_plan, s.items, m.rounding as rounds, ${sql.raw(inPounds('s.client_id'))} as in_pounds
    from batch s left join mixer m on m.client_id = s.client_id and m.id = s.mixer_id
    where s.client_id = ${client} and ${sql.ref(`${column}`)} = ${id} and s.status = 'waited' and not s.deleted
    order by s.id for update of s`.execute(tx);
  if (rows.length === 0) return [];
  const { rows: parts } = await sql<{ recipe: number; ingredient: number; percent: number }>`
    select recipe_id as recipe, ingredient_id as ingredient, percent from recipe_item
    where client_id = ${client} and recipe_id = any(${rows.map((row) => row.recipe_id)}) order by recipe_id, position`.execute(tx);
  const partsOfRecipe = groupBy(parts, (part) => part.recipe);
  const planned = rows.map((row) => ({ id: row.id, was: row.items, items: plannedItems(row, partsOfRecipe.get(row.recipe_id) ?? []) }));
  const changed = planned.filter(({ was, items }) => JSON.stringify(was.map(planOf)) !== JSON.stringify(items.map(planOf)));
  await sql`
    update batch b set items = x.items, version = version + ${'batch' in source ? 0 : 1}
    from jsonb_to_recordset(${JSON.stringify(changed.map(({ id: batch, items }) => ({ batch, items })))}::jsonb) as x(batch bigint, items jsonb)
    where b.client_id = ${client} and b.id = x.batch`.execute(tx);
  return changed.map((batch) => batch.id);
}

const planOf = ({ ingredient, percent, weight_plan, weight_fact }: BatchItem) => [ingredient, percent, weight_plan, weight_fact];

/** The parts of a batch without weighings. */
export function plannedItems(
  batch: Pick<Planned, 'weight_plan' | 'rounds' | 'in_pounds'>,
  parts: readonly { ingredient: number; percent: number }[],
): BatchItem[] {
  const percents = parts.map((part) => part.percent);
  const weights = batch.rounds
    ? shareByPercent(batch.weight_plan, percents, {
        ...chooseStep({ mixerRounds: true, inPounds: batch.in_pounds, rationStep: 0 }),
        // A person typed the weight of the batch.
        wholeLoad: false,
      })
    : partsOf(batch.weight_plan, percents);
  return parts.map(({ ingredient, percent }, index) => ({
    ingredient,
    percent,
    weight_plan: weights[index] ?? 0,
    weight_fact: null,
    price: null,
    dry_matter: null,
    started_at: null,
    seconds: null,
  }));
}
