import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { withTexts } from '#common/files/with-texts.ts';
import type { ReportData, ReportDefinition, Row } from '#contract/reports/shape.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { RowWindows } from '#src/core/grid/windows.ts';
import { type ReportAnswer, reportQuery, WINDOW_ROWS } from '#src/core/report/queries.ts';

/** The rows of a report that didn't come with its first answer: in windows, or all. */
export interface MoreRows extends RowWindows {
  /** Names the answer. */
  key: readonly unknown[];
  /** The report with all rows, of the first answer's moment where the server still has it. */
  whole(ordering?: string): Promise<ReportData>;
}

/** All rows of a long report take room: they are let go once nobody looks at them. */
const WHOLE_KEPT_MS = 60_000;

/** `first`: the answer's rows, worded. undefined when they are all. */
export function moreRows(definition: ReportDefinition, answer: ReportAnswer, first: readonly Row[], t: TFunction): MoreRows | undefined {
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
      // The grid keeps what it shows; a second copy would only take room.
      const request = reportQuery(definition, { ...query, page, ordering, as_of });
      const window = await queryClient.fetchQuery({ ...request, staleTime: 0, gcTime: 0 });
      // Made anew because the server no longer had the first answer: what is shown may be of another moment.
      if (window.data.generated_at !== as_of)
        void queryClient.invalidateQueries({ queryKey: reportQuery(definition, query).queryKey, exact: true });
      return withTexts(window.data, t).rows;
    },
    async whole(ordering) {
      const request = reportQuery(definition, { ...all, ordering, as_of });
      return withTexts((await queryClient.fetchQuery({ ...request, gcTime: WHOLE_KEPT_MS })).data, t);
    },
  };
}

/** All rows, once they are searched; while they are fetched anew, those before stay (`isPlaceholderData`). */
export const useAllRows = (more: MoreRows | undefined, wanted: boolean) =>
  useQuery({
    queryKey: more?.key ?? ['reports'],
    queryFn: more && wanted ? () => more.whole() : skipToken,
    gcTime: WHOLE_KEPT_MS,
    placeholderData: keepPreviousData,
  });
