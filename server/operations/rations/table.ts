import { sql } from 'kysely';
import { rations } from '#contract/operations/rations.ts';
import { demandMixes, type Item, mixJoin, namingInItems, withItems, writeItems } from '#server/domain/mix.ts';
import { planUses } from '#server/domain/plan-uses.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { refreshWaited } from '#server/operations/feedings/refresh.ts';
import { inUse } from '#server/platform/resource/in-use.ts';
import type { Change, TableOf } from '#server/platform/resource/table.ts';

export const rationTable: TableOf<typeof rations, 'ration'> = {
  contract: rations,
  table: 'ration',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id ${mixJoin('ration')}`,
  fields: {
    farm: 't.farm_id',
    farm_name: 'farm.name',
    dry_matter: 'mix.dry_matter',
    humidity: '100 - mix.dry_matter',
    price: 'mix.price',
    items: null,
  },
  columns: { items: null },
  references: { farm: farmTable },
  naming: [namingInItems('ration')],
  farm: 't.farm_id',
  search: ['t.name'],
  filters: {
    ingredient: (ids: number[]) =>
      sql`exists (select from ration_item p where p.client_id = t.client_id and p.ration_id = t.id and p.ingredient_id = any(${ids}))`,
  },
  order: 't.name',
  lite: ['id', 'name', 'farm', 'rounding', 'dry_matter', 'price'],
  remove: 'soft',
  attachNested: (db, rows, context) => withItems(db, 'ration', rows, context.client),
  async prepare(tx, context, changes) {
    const moves = ({ before, after }: Change) => before !== null && before.farm !== after.farm;
    for (const { id, refuse } of changes.filter(moves)) {
      const uses = await planUses(tx, context, 'ration', id);
      if (uses.length > 0) refuse(inUse(context, uses, 'in_use', 'farm'));
    }
    const mixed = changes.filter((change) => change.input.items || moves(change));
    const mixes = mixed.map(({ after, refuse }) => ({ farm: after.farm as number, items: after.items as Item[], refuse }));
    await demandMixes(tx, context.client, mixes);
  },
  async afterWrite(tx, context, changes) {
    const mixes = changes.flatMap(({ id, input }) => (input.items ? [{ id, items: input.items as Item[] }] : []));
    if (mixes.length > 0) await writeItems(tx, 'ration', context.client, mixes);
    const fed = changes.filter(({ before }) => before).map(({ id }) => id);
    if (fed.length > 0) await refreshWaited(tx, context.client, { ration: fed }, context.services.now());
  },
  uses: (tx, context, id) => planUses(tx, context, 'ration', id),
};
