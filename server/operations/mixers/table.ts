import { sql } from 'kysely';
import { mixers } from '#contract/operations/mixers.ts';
import { reencryptFor } from '#server/domain/calibration.ts';
import { planUses } from '#server/domain/plan-uses.ts';
import { replanBatches } from '#server/domain/replan-batches.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { refreshWaited } from '#server/operations/feedings/refresh.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { findByExternalId, selectExternalIds } from '#server/platform/resource/external-ids.ts';
import { refuseInUse } from '#server/platform/resource/in-use.ts';
import { heldBy, named, type TableOf } from '#server/platform/resource/table.ts';
import { notify } from '#server/platform/runtime/events.ts';

export const mixerTable: TableOf<typeof mixers, 'mixer'> = {
  contract: mixers,
  table: 'mixer',
  joins: 'join farm on farm.client_id = t.client_id and farm.id = t.farm_id',
  fields: {
    ...named('farm'),
    external_ids: selectExternalIds('mixers'),
  },
  columns: { external_ids: null },
  references: { farm: farmTable },
  farm: 't.farm_id',
  search: ['t.name', 't.model'],
  filters: { external_id: findByExternalId('mixers') },
  order: 't.name',
  lite: ['id', 'name', 'farm', 'model', 'max_weight', 'rounding'],
  remove: 'soft',
  choices: { lasting: heldBy('schedule x where x.farm_id = t.farm_id and x.mixer_id = t.id') },
  // The encryption differs for each reader, so that every entry would seem changed; the calibration's own route records its changes.
  historic: ({ calibration: _, ...row }) => row,
  async attachNested(_db, rows, context) {
    const { secret } = context.services;
    const { exp } = accountOf(context.principal).claims;
    return rows.map((row) => ({ ...row, calibration: row.calibration && reencryptFor(exp, secret, row.calibration) }));
  },
  prepare: oneByOne(async (tx, context, { before, after }) => {
    if (!before || after.farm === before.farm) return;
    refuseInUse(context, await planUses(tx, context, 'mixer', before.id), 'in_use', 'farm');
  }),
  afterWrite: oneByOne(async (tx, context, { id, before, after }) => {
    if (!before) return;
    // Service plans follow the mixer to its farm; past services stay.
    if (after.farm !== before.farm)
      await sql`update service_plan set farm_id = ${after.farm} where client_id = ${context.client} and mixer_id = ${id}`.execute(tx);
    await refreshWaited(tx, context.client, { mixer: id }, context.services.now());
    const changed = await replanBatches(tx, context.client, { mixer: id });
    if (changed.length > 0) await notify(tx, context.client, 'batches', changed);
  }),
  uses: (tx, context, id) => planUses(tx, context, 'mixer', id),
};
