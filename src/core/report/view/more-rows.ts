import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { withTexts } from '#common/files/with-texts.ts';
import type { ReportData, ReportDefinition, Row } from '#contract/reports/shape.ts';
import type { Conventions } from '#contract/words.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { RowWindows } from '#src/core/grid/windows.ts';
import { type ReportAnswer, reportQuery, WINDOW_ROWS } from '#src/core/report/queries.ts';

/** Loads the rows of a report that its first response didn't contain: in windows, or all. */
export interface MoreRows extends RowWindows {
  /** Key of the first response. */
  key: readonly unknown[];
  /** The report with all rows, of the same moment as the first response if the server still has it. */
  whole(ordering?: string): Promise<ReportData>;
}

/** All rows of a long report use much memory, so they are dropped soon after their last use. */
const WHOLE_KEPT_MS = 60_000;

/** `first` contains the first response's rows with their texts. Returns undefined if these are all rows. */
export function moreRows(
  definition: ReportDefinition,
  answer: ReportAnswer,
  first: readonly Row[],
  t: TFunction,
  units: Conventions['units'],
): MoreRows | undefined {
  const { data, count = data.rows.length, query } = answer;
  if (count <= data.rows.length) return undefined;
  const { page_size: _, ...all } = query;
  const as_of = data.generated_at;
  return {
    key: [...reportQuery(definition, query).queryKey, as_of],
    count,
    size: WINDOW_ROWS,
    first,
    async page(page, ordering) {
      // The grid stores the rows that it shows; a second copy would waste memory.
      const request = reportQuery(definition, { ...query, page, ordering, as_of });
      const window = await queryClient.fetchQuery({ ...request, staleTime: 0, gcTime: 0 });
      // The server no longer had the first response and computed the report again, so that the shown rows may be of another moment.
      if (window.data.generated_at !== as_of)
        void queryClient.invalidateQueries({ queryKey: reportQuery(definition, query).queryKey, exact: true });
      return withTexts(window.data, t, units).rows;
    },
    async whole(ordering) {
      const request = reportQuery(definition, { ...all, ordering, as_of });
      return withTexts((await queryClient.fetchQuery({ ...request, gcTime: WHOLE_KEPT_MS })).data, t, units);
    },
  };
}

/** Loads all rows when they are searched; while they reload, the previous ones stay (`isPlaceholderData`). */
export const useAllRows = (more: MoreRows | undefined, wanted: boolean) =>
  useQuery({
    queryKey: more?.key ?? ['reports'],
    queryFn: more && wanted ? () => more.whole() : skipToken,
    gcTime: WHOLE_KEPT_MS,
    placeholderData: keepPreviousData,
  });
