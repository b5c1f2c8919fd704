import type { Blank } from '#common/files/forms/form.ts';
import { forms } from '#common/files/forms/forms.ts';
import { savedReports } from '#contract/operations/blanks.ts';
import { monthRange } from '#contract/periods.ts';
import type { MonthPaper } from '#contract/reports/month-end.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { useRow } from '#src/core/resource/queries.ts';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { FormFailure } from '#src/reports/forms/form-failure.tsx';
import { FormView } from '#src/reports/forms/form-view.tsx';
import { useFormSources } from '#src/reports/forms/use-form-sources.ts';
import { PaperStamp } from '#src/reports/papers/paper-stamp.tsx';

interface PaperPreviewProps {
  paper: MonthPaper & { blank: number };
  month: string;
}

/** A document as it will be printed or booked; in a closed month, as it was issued. */
export function PaperPreview({ paper: { farm: id, type, blank: blankId }, month }: PaperPreviewProps) {
  const { data: farms = [] } = useFarms();
  const farm = farms.find((one) => one.id === id);
  const form = forms[type];
  const { data: blank } = useRow<typeof savedReports, Blank>(savedReports, blankId);
  const { sources, papers, error, refetch } = useFormSources({
    ...{ form, farm, blank, blankId, days: monthRange(month), lists: {} },
    enabled: true,
  });
  if (error && !sources) return <FormFailure error={error} onRetry={refetch} />;
  if (!sources) return <TableSkeleton />;
  return (
    <>
      {papers.map((paper) => (
        <PaperStamp key={paper.id} paper={paper} timezone={farm?.timezone} />
      ))}
      <FormView form={form} sources={sources} />
    </>
  );
}
