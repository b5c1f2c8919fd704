import { useTranslation } from 'react-i18next';
import { cutOf, explorerView } from '#contract/reports/explorer-view.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { ReportPage, type Shaped } from '#src/core/report/report-page.tsx';
import { Controls } from './controls.tsx';
import { drillAddress } from './drill.ts';
import { fitted } from './fitted.ts';
import { LeftOut } from './left-out.tsx';

const shaped: Shaped = {
  viewOf: ({ lists }) => explorerView(lists),
  fit: fitted,
  controls: (requested, onChange) => (
    <>
      <Controls filters={fitted(requested)} onChange={onChange} />
      <LeftOut requested={requested} onChange={onChange} />
    </>
  ),
  nameOf: ({ filters: { row = [], measure = [] } }) => ['explorer', ...row, ...measure].join('.'),
  rowAddress: (row, filters, access) => drillAddress(row, cutOf(filters.lists).rows, filters, access),
  pointAddress: (_, row, filters, access) => drillAddress(row, cutOf(filters.lists).rows.slice(0, 1), filters, access),
};

/** Screen of the explorer: any rows with any measures. */
export function ExplorerPage({ definition }: { definition: ReportDefinition }) {
  // Loads the texts that only this report needs, so that other reports don't wait for them.
  useTranslation('explorer');
  return <ReportPage definition={definition} shaped={shaped} />;
}
