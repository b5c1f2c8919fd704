import { Alert } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedFilters } from '#contract/operations/blanks.ts';
import { api } from '#src/core/api/api.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { putErrors } from '#src/core/api/form-errors.ts';
import { refresh } from '#src/core/resource/queries.ts';
import type { Keeping } from './keeping.ts';

/** An already saved filter. */
export interface KeptRow {
  id: number;
  version: number;
}

/** Saves a report's filters under a name, from a form. */
export function useKeep<V>({ saved, place }: Keeping, report: string, form: UseFormReturnType<V>) {
  const { t } = useTranslation(['reports', 'core']);
  const [problem, setProblem] = useState('');
  /** Replaces `old`, if given. */
  const keep = async (name: string, filters: SavedFilters, old?: KeptRow | null): Promise<KeptRow> => {
    const values = { ...place, name, report_type: report, filters };
    const path = `${saved.path}/`;
    const { data } = await (old
      ? api.put<KeptRow>(`${path}${old.id}/`, { body: { ...values, version: old.version } })
      : api.post<KeptRow>(path, { body: values }));
    await refresh(saved);
    return data;
  };
  /** Runs `work`; shows errors at their fields, or above the form. */
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof ApiError ? putErrors(form, error, t).join('. ') : failureText(t, error));
    }
  };
  const problemText = problem && (
    <Alert color="red" variant="light" role="alert">
      {problem}
    </Alert>
  );
  return { keep, attempt, problemText };
}
