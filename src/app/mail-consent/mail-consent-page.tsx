import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { MailConsent } from '#contract/reports/mail-consent.ts';
import auth from '#src/app/auth/auth-page.module.css';
import { FrontPage } from '#src/app/auth/front-page.tsx';
import { Submit } from '#src/app/auth/submit.tsx';
import { api } from '#src/core/api/api.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { failureText } from '#src/core/api/error-text.ts';
import classes from './mail-consent-page.module.css';

type Known = MailConsent | 'gone' | null;

/**
 * The page on which the owner of an address accepts or declines a client's reports. Opening it changes nothing, because mail programs open
 * links too.
 */
export function MailConsentPage() {
  const { t } = useTranslation(['core', 'pages']);
  const { secret } = useParams();
  const [known, setKnown] = useState<Known>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const call = async (path: string, body: object) => {
    setBusy(true);
    setProblem(null);
    try {
      setKnown((await api.post<MailConsent>(`report/mail-consent/${path}/`, { body: { secret, ...body } })).data);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) setKnown('gone');
      else setProblem(failureText(t, error));
    } finally {
      setBusy(false);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each link
  useEffect(() => {
    void call('look', {});
  }, [secret]);
  const answer = (wanted: boolean) => {
    if (!busy) void call('answer', { wanted });
  };

  const names = known === null || known === 'gone' ? {} : { client: known.client_name, email: known.email };
  const state = known === 'gone' ? known : known?.state;
  const suffix = !state || state === 'waiting' ? '' : (`.${state}` as const);
  const title = state ? t(`pages:mail_consent${suffix}.title`, names) : '';
  return (
    <FrontPage title={title}>
      {problem && (
        <p className={auth.problem} role="alert">
          {problem}
        </p>
      )}
      {!state && !problem && <p role="status">{t('core:loading')}</p>}
      {state && <p className={classes.text}>{t(`pages:mail_consent${suffix}.text`, names)}</p>}
      {state && state !== 'gone' && (
        <form
          className={`${auth.form} ${classes.form}`}
          onSubmit={(event) => {
            event.preventDefault();
            answer(state !== 'confirmed');
          }}
        >
          {state !== 'confirmed' && <Submit busy={busy}>{t('pages:mail_consent.yes')}</Submit>}
          {state !== 'declined' && (
            <button type="button" className={auth.link} aria-disabled={busy} onClick={() => answer(false)}>
              {t('pages:mail_consent.no')}
            </button>
          )}
        </form>
      )}
    </FrontPage>
  );
}
