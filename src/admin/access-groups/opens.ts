import { useTranslation } from 'react-i18next';
import { codeKey } from '#common/texts/keys.ts';
import { budgets } from '#contract/reports/budgets.ts';
import { allReports } from '#contract/reports/index.ts';
import { SEES_SIGNALS } from '#contract/reports/signals.ts';

/** Names of the reports that a right of the default module opens, by the registry; also signals and budgets. */
export function useOpens(): (item: string) => string[] {
  const { t } = useTranslation(['reports', 'operations']);
  return (item) => [
    ...allReports.filter(({ permission }) => permission === item).map(({ id }) => t(codeKey('reports:report', id))),
    ...(budgets.permission === item ? [t('reports:budgets.title')] : []),
    ...(SEES_SIGNALS.some((need) => need.item === item) ? [t('operations:history.tabs.signals')] : []),
  ];
}
