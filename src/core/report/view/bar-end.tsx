import { Suspense } from 'react';
import type { Formatter } from '#common/format/formatter.ts';
import { PRESETS } from '#contract/reports/explorer-presets.ts';
import { reportNamed } from '#contract/reports/index.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import type { Filters } from '#src/core/report/filters.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { NotesChip } from './notes-chip.tsx';

const ExplorerLink = lazyPart(async () => (await import('./explorer-link.tsx')).ExplorerLink);

const PinButton = lazyPart(async () => (await import('#src/core/report/pin/pin-button.tsx')).PinButton);

interface BarEndProps {
  report: string;
  data: ReportData | undefined;
  filters: Filters;
  format: Formatter;
}

/** End of a report's bar: the link to the explorer and notes on the figures. */
export function BarEnd({ report, data, filters, format }: BarEndProps) {
  const preset = PRESETS.find((one) => one.report === report);
  return (
    <>
      {preset && (
        <Suspense>
          <ExplorerLink preset={preset} filters={filters} />
        </Suspense>
      )}
      {data && reportNamed(report) && (
        <Suspense>
          <PinButton data={data} filters={filters} />
        </Suspense>
      )}
      <NotesChip data={data} format={format} />
    </>
  );
}
