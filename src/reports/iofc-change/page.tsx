import { useTranslation } from 'react-i18next';
import { iofcChangeView } from '#contract/reports/iofc-change-view.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { pointAddress, rowAddress } from '#src/core/report/drill.ts';
import { ReportPage, type Shaped } from '#src/core/report/report-page.tsx';

const shaped: Shaped = {
  viewOf: () => iofcChangeView,
  fit: (filters) => filters,
  controls: () => null,
  nameOf: () => 'iofc_change',
  rowAddress: (row, filters, access) => rowAddress({}, row, filters, access),
  pointAddress,
};

/** Why income over feed cost changed between two ranges. */
export function IofcChangePage({ definition }: { definition: ReportDefinition }) {
  // What only it tells of has texts of its own, which other reports don't wait for.
  useTranslation('milk');
  return <ReportPage definition={definition} shaped={shaped} />;
}
