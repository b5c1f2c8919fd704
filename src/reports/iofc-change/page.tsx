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

/** Report of why income over feed cost changed between two ranges. */
export function IofcChangePage({ definition }: { definition: ReportDefinition }) {
  // Loads the texts that only this report needs, so that other reports don't wait for them.
  useTranslation('milk');
  return <ReportPage definition={definition} shaped={shaped} />;
}
