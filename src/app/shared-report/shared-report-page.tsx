import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { daysText } from '#common/format/days-text.ts';
import type { SharedReport } from '#contract/reports/shared-report.ts';
import auth from '#src/app/auth/auth-page.module.css';
import { FrontPage } from '#src/app/auth/front-page.tsx';
import { api } from '#src/core/api/api.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { SharedFigures } from './shared-figures.tsx';
import classes from './shared-report.module.css';

const SharedBoard = lazyPart(async () => (await import('#src/app/boards/shared-board.tsx')).SharedBoard);

type Found = SharedReport | 'gone' | null;

/** Loads the shared report; `retry` asks again after a failure. */
function useSharedReport(secret: string | undefined, language: string) {
  const { t } = useTranslation('core');
  const [found, setFound] = useState<Found>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again by the reader
  useEffect(() => {
    const request = new AbortController();
    const loadReport = async () => {
      setProblem(null);
      try {
        const { data } = await api.post<SharedReport>('report/shared/look/', { body: { secret, language }, signal: request.signal });
        setFound(data);
      } catch (error) {
        if (request.signal.aborted) return;
        if (error instanceof ApiError && error.status === 404) setFound('gone');
        else setProblem(failureText(t, error));
      }
    };
    void loadReport();
    return () => request.abort();
  }, [secret, language, tries]);
  return { found, problem, retry: () => setTries(tries + 1) };
}

/** A report for anyone with its address: read-only, in the reader's language; or the reason why it has ended. */
export function SharedReportPage() {
  const { t } = useTranslation(['core', 'pages', 'reports']);
  const { secret } = useParams();
  const { found, problem, retry } = useSharedReport(secret, useLanguage());
  if (found === 'gone') {
    return (
      <FrontPage title={t('pages:file_link.gone.title')}>
        <p className={classes.text}>{t('pages:file_link.gone.text')}</p>
      </FrontPage>
    );
  }
  if (found?.board) {
    return (
      <Suspense>
        <SharedBoard board={found.board} until={found.until} />
      </Suspense>
    );
  }
  if (found?.report) return <SharedFigures report={found.report} until={found.until} />;
  return (
    <FrontPage title={found ? t('pages:shared.ended') : ''}>
      {problem && (
        <>
          <p className={auth.problem} role="alert">
            {problem}
          </p>
          <button type="button" className={classes.again} onClick={retry}>
            {t('core:actions.retry')}
          </button>
        </>
      )}
      {found === null && !problem && <p role="status">{t('core:loading')}</p>}
      {found && <EndedText shared={found} />}
    </FrontPage>
  );
}

/** The reason why the report isn't shown any more. */
function EndedText({ shared: { until, client_name: client } }: { shared: SharedReport }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  return (
    <>
      <p className={classes.text}>
        {until
          ? t('pages:shared.ended_text', { client, day: daysText({ after: until, before: until }, format) })
          : t('pages:shared.revoked_text', { client })}
      </p>
      <p className={classes.text}>{t('pages:file_link.gone.do')}</p>
    </>
  );
}
