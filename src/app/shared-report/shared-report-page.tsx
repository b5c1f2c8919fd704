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

/** A report for anyone with its address: read-only, in the reader's language; or the reason why it has ended. */
export function SharedReportPage() {
  const { t } = useTranslation(['core', 'pages', 'reports']);
  const { secret } = useParams();
  const language = useLanguage();
  const format = useFormat();
  const [known, setKnown] = useState<SharedReport | 'gone' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again by the reader
  useEffect(() => {
    const request = new AbortController();
    const loadReport = async () => {
      setProblem(null);
      try {
        const { data } = await api.post<SharedReport>('report/shared/look/', { body: { secret, language }, signal: request.signal });
        setKnown(data);
      } catch (error) {
        if (request.signal.aborted) return;
        if (error instanceof ApiError && error.status === 404) setKnown('gone');
        else setProblem(failureText(t, error));
      }
    };
    void loadReport();
    return () => request.abort();
  }, [secret, language, tries]);

  const open = known !== null && known !== 'gone' ? known.report : null;
  const ended = known !== null && known !== 'gone' && !known.report && !known.board ? known : null;
  const title = open?.title ?? (ended ? t('pages:shared.ended') : known === 'gone' ? t('pages:file_link.gone.title') : '');

  if (known !== null && known !== 'gone' && known.board)
    return (
      <Suspense>
        <SharedBoard board={known.board} until={known.until} />
      </Suspense>
    );
  if (known !== null && known !== 'gone' && known.report) return <SharedFigures report={known.report} until={known.until} />;
  return (
    <FrontPage title={title}>
      {problem && (
        <>
          <p className={auth.problem} role="alert">
            {problem}
          </p>
          <button type="button" className={classes.again} onClick={() => setTries(tries + 1)}>
            {t('core:actions.retry')}
          </button>
        </>
      )}
      {known === null && !problem && <p role="status">{t('core:loading')}</p>}
      {ended && (
        <>
          {ended.until && (
            <p className={classes.text}>
              {t('pages:shared.ended_text', {
                client: ended.client_name,
                day: daysText({ after: ended.until, before: ended.until }, format),
              })}
            </p>
          )}
          {!ended.until && <p className={classes.text}>{t('pages:shared.revoked_text', { client: ended.client_name })}</p>}
          <p className={classes.text}>{t('pages:file_link.gone.do')}</p>
        </>
      )}
      {known === 'gone' && <p className={classes.text}>{t('pages:file_link.gone.text')}</p>}
    </FrontPage>
  );
}
