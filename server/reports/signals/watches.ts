import { sql } from 'kysely';
import { CHART_DEFAULTS, isChartRule, type SignalRule } from '#contract/reports/signal-words.ts';
import type { Db } from '#server/db/database.ts';
import type { Watch } from './walk.ts';

/** How farms watch: by their own settings, and otherwise by the server's. */
export interface Watches {
  /** Whether a farm watches by a rule at all. */
  isActive(farm: number, rule: SignalRule): boolean;
  of(farm: number, rule: SignalRule): Watch;
}

interface Row {
  farm: number;
  rule: SignalRule;
  active: boolean;
  lambda: number | null;
  width: number | null;
  target: number | null;
}

export async function watchesOf(db: Db, client: number): Promise<Watches> {
  const { rows } = await sql<Row>`
    select farm_id as farm, rule, active, lambda, width, target from signal_rule where client_id = ${client}`.execute(db);
  const own = (farm: number, rule: SignalRule) => rows.find((row) => row.farm === farm && row.rule === rule);
  return {
    isActive: (farm, rule) => own(farm, rule)?.active ?? true,
    of(farm, rule) {
      if (!isChartRule(rule)) throw new Error(`${rule} has no chart`);
      const { lambda, width } = CHART_DEFAULTS[rule];
      const set = own(farm, rule);
      return { lambda: set?.lambda ?? lambda, width: set?.width ?? width, target: set?.target ?? null };
    },
  };
}
