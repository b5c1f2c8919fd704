import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileName } from '#common/files/file-name.ts';
import { monthRange } from '#contract/periods.ts';
import type { PapersMailed } from '#contract/reports/month-end.ts';
import { subscriptions } from '#contract/reports/subscriptions.ts';
import { api } from '#src/core/api/api.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { errorText, failureText } from '#src/core/api/error-text.ts';
import { fetchFile } from '#src/core/api/file.ts';
import { queryString } from '#src/core/api/query-string.ts';
import { useClientInView } from '#src/core/format/client-context.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { toast } from '#src/core/ui/toast.ts';
import { type Chosen, MONTH_END, usePapersQuery } from './queries.ts';
import { useLong } from './use-long.ts';

const PATIENCE = 10 * 60_000;
const NOT_CONFIRMED = 'none_confirmed';

/** Makes the documents and saves or mails them, or asks an address to confirm. Errors are shown at their fields. */
export function useSending(chosen: Chosen) {
  const { t } = useTranslation(['reports', 'pages', 'core']);
  const client = useClientInView();
  const query = usePapersQuery(chosen);
  const { done, start, cancel } = useLong();
  const [problem, setProblem] = useState('');
  const [unmade, setUnmade] = useState('');
  const [unconfirmed, setUnconfirmed] = useState(false);

  const failed = (error: unknown) => {
    if (!(error instanceof ApiError)) return false;
    const [field, [first] = []] = Object.entries(error.errors)[0] ?? [];
    setUnconfirmed(error.has(NOT_CONFIRMED));
    if (field === 'email' && first) setProblem(first.code === NOT_CONFIRMED ? t('pages:month_end.not_confirmed') : errorText(t, first));
    else if (field === 'papers') setUnmade(t('pages:month_end.no_papers'));
    else if (field?.startsWith('papers.') && first) setUnmade(t('pages:month_end.not_made', { paper: errorText(t, first) }));
    else return false;
    return true;
  };
  const forget = () => {
    setProblem('');
    setUnmade('');
    setUnconfirmed(false);
  };
  const save = () => {
    forget();
    return start(async ({ signal, onDone }) => {
      const onProgress = ({ stage, part }: { stage: string; part: number }) => onDone(stage === 'making' ? part * 0.9 : 0.9 + part * 0.1);
      const file = await fetchFile(`${MONTH_END}/archive/${queryString(query)}`, { signal, timeout: PATIENCE, onProgress });
      const { download } = await import('#src/core/export/run.ts');
      const { after, before } = monthRange(chosen.month);
      download(file, fileName(t('reports:month_end.title'), after, before, 'zip', client));
      toast.success(t('pages:month_end.saved'));
    }, failed);
  };
  const mail = (to: string) => {
    forget();
    return start(async ({ signal }) => {
      const body = { month: chosen.month, farms: chosen.farms, email: to, language: query.language };
      const { data } = await api.post<PapersMailed>(`${MONTH_END}/mail/`, { body, signal, timeout: PATIENCE });
      toast.success(t('pages:month_end.mailed', { email: to, number: data.papers }));
      await refresh(subscriptions);
    }, failed);
  };
  const ask = async (email: string) => {
    try {
      await api.post(`${MONTH_END}/address/`, { body: { email, language: query.language } });
      forget();
      toast.success(t('pages:month_end.asked', { email }));
    } catch (error) {
      setProblem(failureText(t, error));
    }
  };
  return { done, cancel, problem, unmade, unconfirmed, save, mail, ask };
}
