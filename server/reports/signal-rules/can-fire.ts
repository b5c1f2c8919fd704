import { type RawBuilder, sql } from 'kysely';
import type { SignalRule } from '#contract/reports/signal-words.ts';
import type { Tx } from '#server/db/database.ts';
import { invalid } from '#server/platform/errors.ts';

interface Watched {
  farm: number;
  rule: SignalRule;
}

/** What a rule leans on, where a farm may not have it at all. */
const NEEDS: Partial<Record<SignalRule, (client: number, farm: number) => RawBuilder<unknown>>> = {
  // What goes in and doesn't come out is known where it is weighed on both ends.
  mixer_drift: (client, farm) => sql`
    select from schedule where client_id = ${client} and farm_id = ${farm} and weight_unloaded is not null and not auto_load and not deleted`,
  mixing_time: (client, farm) => sql`
    select from schedule where client_id = ${client} and farm_id = ${farm} and mix_seconds > 0 and not deleted`,
  beyond_tolerance: (client, farm) => sql`
    select from mixer where client_id = ${client} and farm_id = ${farm} and loading_admittance > 0 and not deleted`,
  service_due: (client, farm) => sql`
    select from service_plan where client_id = ${client} and farm_id = ${farm} and not deleted`,
};

/** 400 at `rule` where nothing of the farm could ever set it off: loads that aren't weighed when they are unloaded, mixers without a tolerance or a plan. */
export async function demandFires(tx: Tx, client: number, { farm, rule }: Watched): Promise<void> {
  const need = NEEDS[rule];
  if (!need) return;
  const { rows } = await sql<{ met: boolean }>`select exists (${need(client, farm)}) as met`.execute(tx);
  if (!rows[0]?.met) throw invalid('rule', 'invalid_value');
}
