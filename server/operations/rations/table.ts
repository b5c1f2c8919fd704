import { sql } from 'kysely';
import { rations } from '#contract/operations/rations.ts';
import { demandMix, type Item, mixJoin, withItems, writeItems } from '#server/domain/mix.ts';
import { planUses } from '#server/domain/plan-uses.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { refreshWaited } from '#server/operations/feedings/refresh.ts';
import { refuseInUse } from '#server/platform/resource/in-use.ts';
import type { TableOf } from '#server/platform/resource/table.ts';

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
  async prepare(tx, context, input, before) {
    const farm = Number(input.farm ?? before?.farm);
    const moves = before !== null && farm !== before.farm;
    if (moves) {
      refuseInUse(context, await planUses(tx, context, 'ration', before.id), 'in_use', 'farm');
    }
    if (input.items || moves) await demandMix(tx, context, farm, (input.items ?? before?.items) as Item[]);
    return {};
  },
  async afterWrite(tx, context, id, input, before) {
    if (input.items) await writeItems(tx, 'ration', context.client, [{ id, items: input.items as Item[] }]);
    if (before) await refreshWaited(tx, context.client, { ration: id }, context.services.now());
  },
  uses: (tx, context, id) => planUses(tx, context, 'ration', id),
};
