import { useTranslation } from 'react-i18next';
import { cutOf, explorerView, fittingCut } from '#contract/reports/explorer-view.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { type Filters, withList } from '#src/core/report/filters.ts';
import { ReportPage, type Shaped } from '#src/core/report/report-page.tsx';
import { Controls } from './controls.tsx';
import { drillAddress } from './drill.ts';

function fit(filters: Filters): Filters {
  const asked = filters.lists.measure ?? [];
  if (asked.length === 0) return filters;
  const { measures } = fittingCut(filters.lists);
  return measures.length === asked.length ? filters : withList(filters, 'measure', measures);
}

const shaped: Shaped = {
  viewOf: ({ lists }) => explorerView(lists),
  fit,
  controls: (filters, onChange) => <Controls filters={filters} onChange={onChange} />,
  addressOf: (row, of, filters, access) => {
    const { rows } = cutOf(filters.lists);
    return drillAddress(row, of === 'row' ? rows : rows.slice(0, 1), filters, access);
  },
};

/** The explorer's screen: any rows by any measures, as every report is shown. */
export function ExplorerPage({ definition }: { definition: ReportDefinition }) {
  // What only it tells of has texts of its own, which other reports don't wait for.
  useTranslation('explorer');
  return <ReportPage definition={definition} shaped={shaped} />;
}
