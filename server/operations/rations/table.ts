import { sql } from 'kysely';
import { rations } from '#contract/operations/rations.ts';
import { mixJoin } from '#server/domain/mix.ts';
import { planUses } from '#server/domain/plan-uses.ts';
import { shownPrice } from '#server/domain/shown-price.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { refreshWaited } from '#server/operations/feedings/refresh.ts';
import { inUse } from '#server/platform/resource/in-use.ts';
import { type Change, heldBy, named, type TableOf } from '#server/platform/resource/table.ts';
import { demandItems, namingInRations, readItems, withRationItems, writeRationItems } from './items.ts';

/** Kilograms per head; a ration by percent has none. */
const KG_PER_HEAD = "case when t.basis in ('head_fresh', 'head_dry') then t.size / t.scale end";
/** Shares have six decimals: what a target asks for reads as that. */
const DRY_MATTER = 'round(mix.dry_matter, 5)';

import { findByExternalId, selectExternalIds } from '#server/platform/resource/external-ids.ts';

export const rationTable: TableOf<typeof rations, 'ration'> = {
  contract: rations,
  table: 'ration',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    left join ingredient water on water.client_id = t.client_id and water.id = t.water_id ${mixJoin('ration')}`,
  fields: {
    ...named('farm'),
    dry_matter: DRY_MATTER,
    humidity: `100 - ${DRY_MATTER}`,
    price: shownPrice('mix.price'),
    kg_per_head: `round(${KG_PER_HEAD}, 6)`,
    dry_matter_per_head: `round(${KG_PER_HEAD} * mix.dry_matter / 100, 6)`,
    price_per_head: `round(${KG_PER_HEAD} * mix.price, 5)`,
    ...named('water'),
    items: null,
    external_ids: selectExternalIds('rations'),
  },
  columns: { items: null, basis: null, reason: null, external_ids: null },
  reasonOf: ({ reason }) => (reason as string | undefined) || undefined,
  references: { farm: farmTable },
  naming: [namingInRations],
  farm: 't.farm_id',
  search: ['t.name'],
  filters: {
    external_id: findByExternalId('rations'),
    ingredient: (ids: number[]) =>
      sql`exists (select from ration_item p where p.client_id = t.client_id and p.ration_id = t.id and p.ingredient_id = any(${ids}))`,
  },
  order: 't.name',
  lite: ['id', 'name', 'farm', 'farm_name', 'rounding', 'dry_matter', 'price', 'template'],
  remove: 'soft',
  choices: { lasting: heldBy('schedule x where x.farm_id = t.farm_id and x.ration_id = t.id') },
  attachNested: (db, rows, context) => withRationItems(db, rows, context.client),
  async prepare(tx, context, changes) {
    const moves = ({ before, after }: Change) => before !== null && before.farm !== after.farm;
    for (const { id, refuse } of changes.filter(moves)) {
      const uses = await planUses(tx, context, 'ration', id);
      if (uses.length > 0) refuse(inUse(context, uses, 'in_use', 'farm'));
    }
    for (const change of changes) readItems(change);
    await demandItems(
      tx,
      context.client,
      changes.filter((change) => !change.refused && (change.input.items || moves(change))),
    );
  },
  async afterWrite(tx, context, changes) {
    const written = changes.filter(({ input }) => input.items);
    if (written.length > 0) await writeRationItems(tx, context.client, written);
    const fed = changes.filter(({ before }) => before).map(({ id }) => id);
    if (fed.length > 0) await refreshWaited(tx, context.client, { ration: fed }, context.services.now());
  },
  uses: (tx, context, id) => planUses(tx, context, 'ration', id),
};
