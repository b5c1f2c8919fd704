import { signalRules, targetsOf } from '#contract/reports/signal-rules.ts';
import { CHART_DEFAULTS, isChartRule, widestAt } from '#contract/reports/signal-words.ts';
import type { RowOf } from '#contract/resource.ts';
import { FARM } from '#server/domain/farm-rows.ts';
import { invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { TableOf } from '#server/platform/resource/table.ts';
import { demandFires } from './can-fire.ts';

type Rule = RowOf<typeof signalRules>;

/** A farm's own settings; where it has none of a rule, the server's hold, and deleting them brings those back. */
export const signalRuleTable: TableOf<typeof signalRules, 'signal_rule'> = {
  contract: signalRules,
  table: 'signal_rule',
  joins: 'join farm on farm.client_id = t.client_id and farm.id = t.farm_id',
  fields: { farm: 't.farm_id', farm_name: 'farm.name' },
  references: { farm: FARM },
  farm: 't.farm_id',
  search: ['t.rule', 'farm.name'],
  order: 'farm.name, t.rule',
  unnamed: true,
  remove: 'hard',
  title: (row) => `${row.farm_name}: ${row.rule}`,
  prepare: oneByOne(async (tx, context, { before, after }) => {
    const rule = after as Rule;
    // What is watched is that farm's, by that rule.
    if (before && rule.farm !== before.farm) throw invalid('farm', 'invalid_value');
    if (before && rule.rule !== before.rule) throw invalid('rule', 'invalid_value');
    demandOwnFields(rule);
    if (rule.active) await demandFires(tx, context.client, rule);
    return {};
  }),
};

/** A farm's rule that is there already is said anew. */
export const signalRuleImport: Importable<typeof signalRules> = {
  table: signalRuleTable,
  byName: false,
  unusual: 'bounded',
  of: ['farm', 'rule'],
};

/** 400 at a field that the rule hasn't, at a target that its measure can't have, and at limits that no mean of its values can leave. */
function demandOwnFields(rule: Rule): void {
  const targets = targetsOf(rule.rule);
  for (const field of ['lambda', 'width', 'target'] as const)
    if (!isChartRule(rule.rule) && rule[field] !== null) throw invalid(field, 'invalid_value');
  if (isChartRule(rule.rule)) {
    const usual = CHART_DEFAULTS[rule.rule];
    const widest = widestAt(rule.rule, rule.lambda ?? usual.lambda);
    if ((rule.width ?? usual.width) > widest) throw invalid(rule.width === null ? 'lambda' : 'width', 'too_large', { limit: widest });
  }
  if (rule.target === null || !targets) return;
  if (rule.target < targets.least) throw invalid('target', 'min_val', { limit: targets.least });
  if (rule.target > targets.most) throw invalid('target', 'too_large', { limit: targets.most });
}
