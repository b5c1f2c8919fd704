import type { TFunction } from 'i18next';
import { reportNamed } from '../../../contract/reports/index.ts';
import { isPeriod, monthRange } from '../../../contract/reports/periods.ts';
import { daysText } from '../../core/format/days-text.ts';
import type { Formatter } from '../../core/format/formatter.ts';
import type { SavedFilter } from '../../core/report/saved-filters.ts';
import type { ListColumn } from '../../core/resource/column.ts';
import { isMonth } from '../forms/choice.ts';

const labelOf = (t: TFunction, id: string) => {
  const report = reportNamed(id);
  return report ? t(report.label) : id;
};

/** The days that a saved filter always shows; '' where they move along, or none were kept. */
export function fixedText({ filters }: Pick<SavedFilter, 'filters'>, format: Formatter): string {
  const { planned_on_after: after, planned_on_before: before, month } = filters;
  if (typeof month === 'string' && isMonth(month)) return daysText(monthRange(month), format);
  return typeof after === 'string' && typeof before === 'string' ? daysText({ after, before }, format) : '';
}

const periodText = (row: SavedFilter, t: TFunction, format: Formatter) =>
  isPeriod(row.filters.period) ? t('reports:saved.moving', { period: t(`reports:preset.${row.filters.period}`) }) : fixedText(row, format);

export const savedColumns = (t: TFunction, format: Formatter): ListColumn<SavedFilter>[] => [
  { key: 'name', label: t('reports:saved.name'), sort: 'name' },
  { key: 'report_type', label: t('reports:saved.report'), value: ({ report_type }) => labelOf(t, report_type), sort: 'report_type' },
  { key: 'farm_name', label: t('reports:column.farm'), sort: 'farm_name' },
  { key: 'period', label: t('reports:filter.period'), value: (row) => periodText(row, t, format) },
];
