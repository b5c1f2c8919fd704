import type { TFunction } from 'i18next';
import { stepText } from '#common/format/bonus-step-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { bonusRules } from '#contract/operations/bonus-rules.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';

export type BonusRule = RowOf<typeof bonusRules>;

export const bonusRuleColumns = (t: TFunction, format: Formatter): ListColumn<BonusRule>[] => [
  { key: 'name', label: t('pages:bonus_rules.name'), sort: 'name' },
  { key: 'base', label: t('pages:bonus_rules.base'), kind: 'money', sort: 'base' },
  {
    key: 'steps',
    label: t('pages:bonus_rules.steps'),
    value: ({ steps }) => steps.map((step) => stepText(t, format, step)).join('; '),
  },
  { key: 'farm_name', label: t('pages:bonus_rules.farm'), sort: 'farm_name' },
];
