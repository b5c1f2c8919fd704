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

/** Income over feed cost, by the days and the formula that are chosen above it. */
export function IofcPage({ definition }: { definition: ReportDefinition }) {
  // What only it tells of has texts of its own, which other reports don't wait for.
  useTranslation('milk');
  return <ReportPage definition={definition} shaped={shaped} />;
}
