import { sql } from 'kysely';
import { CHART_DEFAULTS, type ChartRule, type SignalRule } from '#contract/reports/signal-words.ts';
import type { Db } from '#server/db/database.ts';
import type { Watch } from './walk.ts';

/** How farms watch: by their own settings, and otherwise by the server's. */
export interface Watches {
  /** Whether a farm watches by a rule at all. */
  isActive(farm: number, rule: SignalRule): boolean;
  of(farm: number, rule: ChartRule): Watch;
}

/**
 * A person loads so many feeds that each single feed gets wider limits than the whole load: otherwise one of them would exceed its limits
 * by chance from time to time.
 */
const ONE_OF_MANY = 1.25;

/** How a series of a farm is watched. */
export function watchOf(watches: Watches, farm: number, { rule, ingredient }: { rule: ChartRule; ingredient: number }): Watch {
  const watch = watches.of(farm, rule);
  return rule === 'loading_bias' && ingredient !== 0 ? { ...watch, width: watch.width * ONE_OF_MANY } : watch;
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
  const findOwnRow = (farm: number, rule: SignalRule) => rows.find((row) => row.farm === farm && row.rule === rule);
  return {
    isActive: (farm, rule) => findOwnRow(farm, rule)?.active ?? true,
    of(farm, rule) {
      const { lambda, width } = CHART_DEFAULTS[rule];
      const set = findOwnRow(farm, rule);
      return { lambda: set?.lambda ?? lambda, width: set?.width ?? width, target: set?.target ?? null };
    },
  };
}
