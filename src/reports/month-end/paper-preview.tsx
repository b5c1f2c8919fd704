import { useTranslation } from 'react-i18next';
import type { Blank } from '#common/files/forms/form.ts';
import { forms } from '#common/files/forms/forms.ts';
import { monthNumbers } from '#common/files/forms/month-numbers.ts';
import { savedReports } from '#contract/operations/blanks.ts';
import { closedMonths } from '#contract/operations/closed-months.ts';
import { monthRange } from '#contract/periods.ts';
import type { MonthPaper } from '#contract/reports/month-end.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { useReport } from '#src/core/report/queries.ts';
import { useList, useRow } from '#src/core/resource/queries.ts';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { useAffectedMonths } from '#src/reports/closed-months/queries.ts';
import { FormFailure } from '#src/reports/forms/form-failure.tsx';
import { FormView } from '#src/reports/forms/form-view.tsx';

interface PaperPreviewProps {
  paper: MonthPaper & { blank: number };
  month: string;
}

/** A document as it will be printed or booked. */
export function PaperPreview({ paper: { farm: id, type, blank: blankId }, month }: PaperPreviewProps) {
  const { t } = useTranslation(['reports', 'operations', 'core']);
  const { data: farms = [] } = useFarms();
  const farm = farms.find((one) => one.id === id);
  const form = forms[type];
  const { data: blank } = useRow<typeof savedReports, Blank>(savedReports, blankId);
  const closings = useList(closedMonths, { farm: id, page_size: 1000 });
  const toClose = useAffectedMonths('close', [id], month);
  const lists = { farm: [String(id)], ...(form.kind === 'file' ? { blank: [String(blankId)] } : {}) };
  const { data, error, isPlaceholderData, refetch } = useReport(form.definition, { ...monthRange(month), lists }, true);
  const format = useFormat({ timezone: farm?.timezone, currency: data?.currency });
  if (error && !data) return <FormFailure error={error} onRetry={refetch} />;
  if (!data || isPlaceholderData || !blank || !farm || !closings.data || toClose.isPending) return <TableSkeleton />;
  return <FormView form={form} source={{ data, blank, farm, ...monthNumbers(closings.data.rows, toClose.data?.[0]?.month), t, format }} />;
}
