import { sql } from 'kysely';
import { batches } from '#contract/operations/batches.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { willBeFed } from '#server/domain/plan-uses.ts';
import { replanBatches } from '#server/domain/replan-batches.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { type Change, isOneOf, named, type TableOf } from '#server/platform/resource/table.ts';
import { completeBatches } from './nested.ts';
import { demandWaited, prepareBatch } from './rules.ts';

const DEVIATION = 't.weight_fact - t.weight_plan';

export const batchTable: TableOf<typeof batches, 'batch'> = {
  contract: batches,
  table: 'batch',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    join recipe on recipe.client_id = t.client_id and recipe.id = t.recipe_id
    join ingredient on ingredient.client_id = recipe.client_id and ingredient.id = recipe.ingredient_id
    left join mixer on mixer.client_id = t.client_id and mixer.id = t.mixer_id
    left join account operator on operator.id = t.operator_id`,
  fields: {
    ...named('farm', 'recipe'),
    ingredient: 'recipe.ingredient_id',
    ingredient_name: 'ingredient.name',
    ...named('mixer'),
    deviation: DEVIATION,
    deviation_percent: `round((${DEVIATION}) * 100 / nullif(t.weight_plan, 0), 4)`,
    operator: 't.operator_id',
    operator_name: `coalesce(nullif(trim(operator.first_name || ' ' || operator.last_name), ''), operator.email)`,
    abilities: 'month_is_closed(t.client_id, t.farm_id, t.planned_on)',
  },
  references: { farm: farmTable },
  naming: [
    {
      of: 'mixer',
      where: (context, id) => sql`${willBeFed(context)} and t.mixer_id = ${id}`,
      input: (_row, _from, to) => ({ mixer: to }),
    },
  ],
  farm: 't.farm_id',
  search: ['recipe.name', 'mixer.name', 'ingredient.name', 't.lot'],
  filters: {
    planned_on_after: (day: string) => sql`t.planned_on >= ${day}::date`,
    planned_on_before: (day: string) => sql`t.planned_on <= ${day}::date`,
    animalfeed_recipe: (ids: number[]) => isOneOf('t.recipe_id', ids),
    worker: (ids: number[]) => isOneOf('t.operator_id', ids),
  },
  order: 't.planned_on desc, t.position',
  remove: 'soft',
  title: (row) => `${row.recipe_name} ${row.planned_on}`,
  // History keeps what happened, not what its reader might have done.
  historic: ({ abilities: _, ...row }) => row,
  attachNested: completeBatches,
  prepare: oneByOne(prepareBatch),
  afterWrite: oneByOne(replanned),
  async beforeRemove(tx, context, before) {
    await demandOpenMonth(tx, context.client, before.farm, before.planned_on);
    demandWaited(before);
  },
  afterRestore: replanned,
};

async function replanned(tx: Tx, { client }: ClientContext, { id }: Change): Promise<void> {
  await replanBatches(tx, client, { batch: id });
}
