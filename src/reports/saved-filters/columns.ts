import type { TFunction } from 'i18next';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { isPeriod, monthRange } from '#contract/periods.ts';
import type { SavedFilter } from '#src/core/report/saved/saved-filters.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { isMonth } from '#src/reports/forms/choice.ts';
import { reportText } from '#src/reports/subscriptions/texts.ts';

/** Fixed days of a saved filter; '' if the days follow the calendar or none were saved. */
export function fixedText({ filters }: Pick<SavedFilter, 'filters'>, format: Formatter): string {
  const { planned_on_after: after, planned_on_before: before, month } = filters;
  if (typeof month === 'string' && isMonth(month)) return daysText(monthRange(month), format);
  return typeof after === 'string' && typeof before === 'string' ? daysText({ after, before }, format) : '';
}

const periodText = (row: SavedFilter, t: TFunction, format: Formatter) =>
  isPeriod(row.filters.period) ? t('reports:saved.moving', { period: t(`reports:preset.${row.filters.period}`) }) : fixedText(row, format);

export const savedColumns = (t: TFunction, format: Formatter): ListColumn<SavedFilter>[] => [
  { key: 'name', label: t('reports:saved.name'), sort: 'name' },
  { key: 'report_type', label: t('reports:saved.report'), value: ({ report_type }) => reportText(t, report_type), sort: 'report_type' },
  { key: 'farm_name', label: t('reports:column.farm'), sort: 'farm_name' },
  { key: 'period', label: t('reports:filter.period'), value: (row) => periodText(row, t, format) },
];
