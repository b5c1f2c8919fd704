import { Suspense, useState } from 'react';
import type { Formatter } from '#common/format/formatter.ts';
import { PRESETS } from '#contract/reports/explorer-presets.ts';
import { reportNamed } from '#contract/reports/index.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import type { Filters } from '#src/core/report/filters.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { NotesChip } from './notes-chip.tsx';

const ExplorerLink = lazyPart(async () => (await import('./explorer-link.tsx')).ExplorerLink);

const PinButton = lazyPart(async () => (await import('#src/core/report/pin/pin-button.tsx')).PinButton);

const LaterDay = lazyPart(async () => (await import('./later-day.tsx')).LaterDay);

interface BarEndProps {
  report: string;
  data: ReportData | undefined;
  filters: Filters;
  format: Formatter;
}

/** End of a report's bar: the link to the explorer and notes on the figures. */
export function BarEnd({ report, data, filters, format }: BarEndProps) {
  const definition = reportNamed(report);
  // The days with which the report was opened. Days that a person chooses stay, also without data.
  const [first] = useState(filters.after);
  const [wasEmpty, setWasEmpty] = useState(false);
  const isEmpty = data?.rows.length === 0 && filters.after === first;
  if (isEmpty && !wasEmpty) setWasEmpty(true);
  const preset = PRESETS.find((one) => one.report === report);
  return (
    <>
      {preset && (
        <Suspense>
          <ExplorerLink preset={preset} filters={filters} />
        </Suspense>
      )}
      {data && definition && (
        <Suspense>
          <PinButton data={data} filters={filters} />
        </Suspense>
      )}
      {wasEmpty && data && definition && (
        <Suspense>
          <LaterDay definition={definition} data={data} filters={filters} format={format} />
        </Suspense>
      )}
      <NotesChip data={data} format={format} />
    </>
  );
}
