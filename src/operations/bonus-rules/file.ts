import type { TFunction } from 'i18next';
import { BONUS_KINDS, BONUS_MEASURES, type BonusMeasure } from '#contract/operations/bonus-measures.ts';
import { type BonusStep, bonusRules } from '#contract/operations/bonus-rules.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import type { BonusRule } from './columns.ts';

type Line = Pick<BonusRule, 'id' | 'name' | 'base' | 'farm_name'> & BonusStep;

const SECONDS_OF_MINUTE = 60;
const isIn = (kind: 'duration' | 'weight', measure: BonusMeasure) => BONUS_KINDS[measure] === kind;

/** A step's start has a column per unit: numbers for percent and money, minutes for lateness, a weight for deviation. */
const fileColumns = (t: TFunction): ListColumn<Line>[] => {
  const from = t('pages:bonus_rules.from');
  return [
    { key: 'name', label: t('pages:bonus_rules.name') },
    { key: 'base', label: t('pages:bonus_rules.base'), kind: 'money' },
    { key: 'measure', label: t('pages:bonus_rules.measure'), value: ({ measure }) => t(`reports:column.${measure}`) },
    {
      key: 'from',
      label: from,
      kind: 'ratio',
      value: ({ measure, from }) => (isIn('duration', measure) || isIn('weight', measure) ? null : from),
    },
    {
      key: 'from_minutes',
      label: `${from}: ${t('reports:column.punctuality')}, ${t('core:units.min')}`,
      kind: 'ratio',
      value: ({ measure, from }) => (isIn('duration', measure) ? from / SECONDS_OF_MINUTE : null),
    },
    {
      key: 'from_weight',
      label: `${from}: ${t('reports:column.deviation')}`,
      kind: 'weight',
      value: ({ measure, from }) => (isIn('weight', measure) ? from : null),
    },
    { key: 'factor', label: t('pages:bonus_rules.factor'), kind: 'ratio' },
    { key: 'farm_name', label: t('pages:bonus_rules.farm') },
  ];
};

/** Rules of the farms, with a line per step. */
export const bonusRuleFile = (t: TFunction, query: Query, writes: boolean): ListFile => ({
  title: t('operations:bonus_rules.title'),
  columns: fileColumns,
  source: { resource: bonusRules, query },
  lines: ({ steps, ...rule }: BonusRule): Line[] => steps.map((step) => ({ ...rule, ...step })),
  imports: writes
    ? {
        fields: [
          { key: 'name' },
          { key: 'base' },
          {
            key: 'measure',
            options: (words) => Object.fromEntries(BONUS_MEASURES.map((measure) => [measure, words(`reports:column.${measure}`)])),
          },
          { key: 'from', example: 80 },
          { key: 'from_minutes', as: 'from', times: SECONDS_OF_MINUTE, example: null },
          { key: 'from_weight', as: 'from', example: null },
          { key: 'factor', example: 1.1 },
          { key: 'farm_name' },
        ],
        parts: [{ field: 'steps', keys: ['measure', 'from', 'from_minutes', 'from_weight', 'factor'], named: 4 }],
        texts: ['pages', 'reports', 'core'],
        ids: true,
        byName: true,
      }
    : undefined,
});
