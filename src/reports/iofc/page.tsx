import { useTranslation } from 'react-i18next';
import { iofcView } from '#contract/reports/iofc-view.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { ReportPage, type Shaped } from '#src/core/report/report-page.tsx';
import { Controls } from './controls.tsx';

const shaped: Shaped = {
  viewOf: ({ lists }) => iofcView(lists),
  fit: (filters) => filters,
  controls: (filters, onChange) => <Controls filters={filters} onChange={onChange} />,
  nameOf: ({ filters: { milk_rows, milk_step } }) => ['iofc', milk_rows?.[0], milk_step?.[0]].join('.'),
  rowAddress: () => null,
  pointAddress: () => null,
};

/** Report of income over feed cost, by the days and the formula chosen above it. */
export function IofcPage({ definition }: { definition: ReportDefinition }) {
  // Loads the texts that only this report needs, so that other reports don't wait for them.
  useTranslation('milk');
  return <ReportPage definition={definition} shaped={shaped} />;
}
