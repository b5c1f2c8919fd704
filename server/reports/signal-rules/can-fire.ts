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
  nutrient_norm: (client) => sql`
    select from norm x join animal_group g on g.client_id = x.client_id and (g.id = x.group_id or (x.group_id is null and g.animal_type_id = x.animal_type_id))
    where x.client_id = ${client} and g.farm_id = f.id and not g.deleted`,
  analysis_age: (client) => sql`
    select from analysis x join ingredient i on i.client_id = x.client_id and i.id = x.ingredient_id
    join farm own on own.client_id = i.client_id and own.id = i.farm_id join farm o on o.client_id = own.client_id and o.company_id = own.company_id
    where x.client_id = ${client} and x.method <> 'book' and o.id = f.id`,
};

/** Refuses rules that nothing of the farm could ever set off: 400 at `rule` for loads that aren't weighed when they are unloaded, mixers and ingredients without a tolerance, mixers without a plan, groups without a norm, feeds without an analysis. */
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
