import { useState } from 'react';
import type { ReportData } from '#contract/reports/shape.ts';
import { type MoreRows, useAllRows } from './more-rows.ts';

/**
 * The rows that a grid shows: those of the first response, windows of further ones, or all rows while a long report is searched. Counts the
 * retries after a failed load.
 */
export function useShownRows(answer: ReportData, more: MoreRows | undefined, search: string) {
  const searching = search.trim() !== '';
  const whole = useAllRows(more, searching);
  const data = (more && searching && whole.data) || answer;
  const windows = data === answer ? more : undefined;
  const [failed, setFailed] = useState<{ of: MoreRows; error: unknown } | null>(null);
  const [tries, setTries] = useState(0);
  const retry = () => {
    setFailed(null);
    setTries(tries + 1);
    if (whole.error) void whole.refetch();
  };
  return {
    data,
    windows,
    searching,
    /** The rows of a search aren't loaded yet. */
    isOld: more !== undefined && searching && (windows !== undefined || whole.isPlaceholderData),
    failure: (searching && whole.error) || (windows && failed?.of === windows && failed.error) || null,
    tries,
    retry,
    onWindowFailed: (error: unknown) => windows && setFailed({ of: windows, error }),
  };
}

export type ShownRows = ReturnType<typeof useShownRows>;
