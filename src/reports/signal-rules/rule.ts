import type { signalRules } from '#contract/reports/signal-rules.ts';
import { CHART_DEFAULTS, isChartRule, type SignalRule } from '#contract/reports/signal-words.ts';
import type { RowOf } from '#contract/resource.ts';

export type KeptRule = RowOf<typeof signalRules>;

/** A farm's settings of a rule, or the defaults. `kept` is null without own settings. */
export interface FarmRule {
  rule: SignalRule;
  kept: KeptRule | null;
  active: boolean;
  /** For a rule with a chart. */
  chart: { lambda: number; width: number; target: number | null } | null;
}

export function farmRule(rule: SignalRule, kept: KeptRule | null): FarmRule {
  const defaults = isChartRule(rule) ? CHART_DEFAULTS[rule] : null;
  return {
    rule,
    kept,
    active: kept?.active ?? true,
    chart: defaults && { lambda: kept?.lambda ?? defaults.lambda, width: kept?.width ?? defaults.width, target: kept?.target ?? null },
  };
}
