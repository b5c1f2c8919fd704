import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { HistoryField } from '#src/core/resource/difference.ts';

/** Fields of a budget's history; lines are shown by their sums. */
export function budgetHistoryFields(t: TFunction, format: Formatter): HistoryField[] {
  const inUnit = (label: string, kind: 'weight' | 'money') => `${label},\u00a0${t(format.unit(kind), format.unitValues)}`;
  return [
    { key: 'farm_name', label: t('pages:history.fields.farm_name') },
    { key: 'year', label: t('pages:budget.year') },
    { key: 'edition', label: t('pages:budget.edition') },
    {
      key: 'state',
      label: t('pages:budget.state_of'),
      text: (value) => t(value === 'approved' ? 'pages:budget.state.approved' : 'pages:budget.state.draft'),
    },
    { key: 'reason', label: t('pages:budget.reason') },
    { key: 'kg', label: inUnit(t('pages:budget.weight'), 'weight'), kind: 'weight' },
    { key: 'cost', label: inUnit(t('pages:budget.cost'), 'money'), kind: 'money' },
  ];
}
