import { useTranslation } from 'react-i18next';
import { analysesView } from '#contract/reports/analyses-view.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { pointAddress, rowAddress } from '#src/core/report/drill.ts';
import { ReportPage, type Shaped } from '#src/core/report/report-page.tsx';

const shaped: Shaped = {
  viewOf: () => analysesView,
  fit: (filters) => filters,
  controls: () => null,
  nameOf: () => 'analyses',
  rowAddress: (row, filters, access) => rowAddress({}, row, filters, access),
  pointAddress,
};

/** Report of the analyses over time. */
export function AnalysesPage({ definition }: { definition: ReportDefinition }) {
  // Loads the texts of methods and units, which other reports don't need.
  useTranslation('nutrients');
  return <ReportPage definition={definition} shaped={shaped} />;
}
