import { signalRules, targetsOf } from '#contract/reports/signal-rules.ts';
import { CHART_DEFAULTS, type ChartRule, isChartRule, widestAt } from '#contract/reports/signal-words.ts';
import type { RowOf } from '#contract/resource.ts';
import { FARM } from '#server/domain/farm-rows.ts';
import { invalid } from '#server/platform/errors.ts';
import { refuseIfThrown } from '#server/platform/resource/change.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { Change, TableOf } from '#server/platform/resource/table.ts';
import { refuseSilent } from './can-fire.ts';

type Rule = RowOf<typeof signalRules>;

/** A farm's own settings of a rule. Without them the server's defaults apply, and deleting restores these. */
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
  async prepare(tx, context, changes) {
    for (const change of changes) refuseIfThrown(change, () => demandOwnRule(change));
    await refuseSilent(
      tx,
      context.client,
      changes.filter(({ refused, after }) => !refused && after.active),
    );
  },
};

/** 400 unless the watched row belongs to the farm and the rule. */
function demandOwnRule({ before, after }: Change): void {
  const rule = after as Rule;
  if (before && rule.farm !== before.farm) throw invalid('farm', 'invalid_value');
  if (before && rule.rule !== before.rule) throw invalid('rule', 'invalid_value');
  demandOwnFields(rule);
}

/** Importing an existing rule of a farm updates it. */
export const signalRuleImport: Importable<typeof signalRules> = {
  table: signalRuleTable,
  byName: false,
  unusual: 'bounded',
  of: ['farm', 'rule'],
};

/** 400 at a field that the rule hasn't, at a target that its measure can't have, and at limits that no mean of its values can leave. */
function demandOwnFields(rule: Rule): void {
  if (isChartRule(rule.rule)) demandReachableLimits(rule, rule.rule);
  else for (const field of ['lambda', 'width', 'target'] as const) if (rule[field] !== null) throw invalid(field, 'invalid_value');
  const targets = targetsOf(rule.rule);
  if (rule.target === null || !targets) return;
  if (rule.target < targets.least) throw invalid('target', 'min_val', { limit: targets.least });
  if (rule.target > targets.most) throw invalid('target', 'too_large', { limit: targets.most });
}

function demandReachableLimits(rule: Rule, chart: ChartRule): void {
  const usual = CHART_DEFAULTS[chart];
  const widest = widestAt(chart, rule.lambda ?? usual.lambda);
  if ((rule.width ?? usual.width) > widest) throw invalid(rule.width === null ? 'lambda' : 'width', 'too_large', { limit: widest });
}
