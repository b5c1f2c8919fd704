import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Blank, Form, FormSource } from '#common/files/forms/form.ts';
import { forms } from '#common/files/forms/forms.ts';
import { monthNumbers } from '#common/files/forms/month-numbers.ts';
import { type ChosenLists, monthsIn, monthsWithoutPaper, sourcesOfForm } from '#common/files/forms/paper-sources.ts';
import { closedMonths } from '#contract/operations/closed-months.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import type { Range } from '#contract/periods.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { useFormatIn } from '#src/core/format/use-format.ts';
import { useReport } from '#src/core/report/queries.ts';
import { useList } from '#src/core/resource/queries.ts';
import { type Paper, useTemplatePapers } from '#src/reports/papers/queries.ts';
import { useAffectedMonths } from '#src/reports/papers/use-affected-months.ts';

interface Choice {
  form: Form | null;
  farm: FarmCard | undefined;
  /** The form template; undefined while it loads, or if it was deleted. A month with papers doesn't need it. */
  blank: Blank | undefined;
  /** The template's id; by default that of `blank`. */
  blankId?: number | undefined;
  days: Range;
  lists: ChosenLists;
  enabled: boolean;
}

interface FormSources {
  /** null until they are loaded. */
  sources: FormSource[] | null;
  /** Papers from which the form is printed. */
  papers: readonly Paper[];
  /** True if a month is closed and the template's paper of it was not issued. */
  notIssued: boolean;
  error: unknown;
  refetch: () => void;
}

/** True if one of the months is closed and has no paper. */
const lacksPaper = (
  months: readonly string[],
  closings: readonly { month: string; closed: boolean }[],
  papers: readonly Paper[],
): boolean =>
  months.some((month) => closings.some((one) => one.closed && one.month === month) && !papers.some((paper) => paper.month === month));

/** Sources of a form: issued papers for closed months, and today's figures and names for the other days. */
export function useFormSources({ form, farm, blank, blankId = blank?.id, days, lists, enabled }: Choice): FormSources {
  const { t } = useTranslation(['reports', 'operations', 'core', 'pages']);
  const formatIn = useFormatIn();
  const { type, definition } = form ?? forms.form9;
  const ready = enabled && form !== null && farm !== undefined && blankId !== undefined;
  const closings = useList(closedMonths, { farm: farm?.id, page_size: 1000 }, { enabled: farm !== undefined });
  const toClose = useAffectedMonths('close', farm ? [farm.id] : [], days.after.slice(0, 7));
  const papers = useTemplatePapers(blankId, monthsIn(days), ready);
  const request = { type, days, lists };
  const withoutPaper = papers.data && monthsWithoutPaper(request, papers.data.kept);
  const needsToday = ready && withoutPaper !== undefined && withoutPaper.length > 0;
  const ofBlank = (definition as ReportDefinition).filters.includes('blank') ? { blank: [String(blankId)] } : {};
  const ofLists = Object.fromEntries(Object.entries(lists).map(([name, ids]) => [name, ids.map(String)]));
  const report = useReport(definition, { ...days, lists: { farm: [String(farm?.id)], ...ofLists, ...ofBlank } }, needsToday);
  const today = needsToday && blank && !report.isPlaceholderData && report.data?.report === type ? { data: report.data, blank } : null;
  const begins = toClose.data?.[0]?.month;
  const isKnown =
    ready && papers.data && !papers.isPlaceholderData && closings.data && !toClose.isPending && (today !== null || !needsToday);
  const key = JSON.stringify([type, days, lists]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the request
  const sources = useMemo(() => {
    if (!isKnown || !papers.data || !farm) return null;
    const numbers = monthNumbers(closings.data?.rows ?? [], begins, papers.data.all);
    return sourcesOfForm(request, papers.data.kept, today && { ...today, farm, ...numbers }, { t, formatIn });
  }, [isKnown, papers.data, closings.data, begins, today?.data, blank, farm, key, t, formatIn]);
  const current = papers.data?.current ?? [];
  const failed = [papers, report].find((query) => query.error && (query === papers || !query.data));
  return {
    sources,
    papers: current.filter(({ month }) => !withoutPaper?.includes(month)),
    notIssued: lacksPaper(monthsIn(days), closings.data?.rows ?? [], current),
    error: failed?.error ?? null,
    refetch: () => void failed?.refetch(),
  };
}
