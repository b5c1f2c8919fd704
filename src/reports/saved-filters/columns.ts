import type { TFunction } from 'i18next';
import { reportNamed } from '../../../contract/reports/index.ts';
import { daysText } from '../../core/format/days-text.ts';
import type { Formatter } from '../../core/format/formatter.ts';
import type { SavedFilter } from '../../core/report/saved-filters.ts';
import type { ListColumn } from '../../core/resource/column.ts';

const labelOf = (t: TFunction, id: string) => {
  const report = reportNamed(id);
  return report ? t(report.label) : id;
};

function periodOf({ filters }: SavedFilter, format: Formatter): string {
  const { planned_on_after: after, planned_on_before: before } = filters;
  return typeof after === 'string' && typeof before === 'string' ? daysText({ after, before }, format) : '';
}

export const savedColumns = (t: TFunction, format: Formatter): ListColumn<SavedFilter>[] => [
  { key: 'name', label: t('reports:saved.name'), sort: 'name' },
  { key: 'report_type', label: t('reports:saved.report'), value: ({ report_type }) => labelOf(t, report_type), sort: 'report_type' },
  { key: 'farm_name', label: t('reports:column.farm'), sort: 'farm_name' },
  { key: 'period', label: t('reports:filter.period'), value: (row) => periodOf(row, format) },
];
