import { type RawBuilder, sql } from 'kysely';
import type { SignalRule } from '#contract/reports/signal-words.ts';
import type { Tx } from '#server/db/database.ts';
import { invalid } from '#server/platform/errors.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { Change } from '#server/platform/resource/table.ts';

/** The farms that have the data for a rule, for rules that some farms have no data for. */
const NEEDS: Partial<Record<SignalRule, (client: number) => RawBuilder<unknown>>> = {
  // The difference of loaded and unloaded feed is known if both are weighed.
  mixer_drift: (client) => sql`
    select from schedule x where x.client_id = ${client} and x.farm_id = f.id and x.weight_unloaded is not null and not x.auto_load and not x.deleted`,
  mixing_time: (client) => sql`
    select from schedule x where x.client_id = ${client} and x.farm_id = f.id and x.mix_seconds > 0 and not x.deleted`,
  beyond_tolerance: (client) => sql`
    select from mixer x where x.client_id = ${client} and x.farm_id = f.id and x.loading_admittance > 0 and not x.deleted
    union all
    select from ingredient x where x.client_id = ${client} and x.farm_id = f.id and x.tolerance + x.tolerance_percent > 0 and not x.deleted`,
  service_due: (client) => sql`
    select from service_plan x where x.client_id = ${client} and x.farm_id = f.id and not x.deleted`,
};

/** Refuses rules that nothing of the farm could ever set off: 400 at `rule` for loads that aren't weighed when they are unloaded, mixers and ingredients without a tolerance, mixers without a plan. */
export async function refuseSilent(tx: Tx, client: number, changes: readonly Change[]): Promise<void> {
  for (const [rule, own] of groupBy(changes, ({ after }) => after.rule as SignalRule)) {
    const need = NEEDS[rule];
    if (!need) continue;
    const farms = own.map(({ after }) => after.farm as number);
    const { rows } = await sql<{ farm: number }>`
      select f.id as farm from unnest(${farms}::bigint[]) f (id) where exists (${need(client)})`.execute(tx);
    const able = new Set(rows.map(({ farm }) => farm));
    for (const { after, refuse } of own) if (!able.has(after.farm)) refuse(invalid('rule', 'invalid_value'));
  }
}
