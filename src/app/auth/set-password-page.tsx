import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { SignInLink } from '#contract/admin/sign-in-links.ts';
import { homeOf } from '#src/app/start.ts';
import { api } from '#src/core/api/api.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { failureText } from '#src/core/api/error-text.ts';
import type { Me } from '#src/core/api/session.ts';
import { adoptLanguage, beginSignIn } from '#src/core/i18n/i18n.ts';
import classes from './auth-page.module.css';
import { FrontPage } from './front-page.tsx';
import { SetPasswordForm } from './set-password-form.tsx';

type Known = SignInLink | 'gone' | null;

/**
 * The page of an invitation or of a forgotten password: the person chooses a password and is signed in. Opening it changes nothing, because
 * mail programs open links too.
 */
export function SetPasswordPage() {
  const { t } = useTranslation(['core', 'pages']);
  const navigate = useNavigate();
  const secret = useLocation().hash.slice(1);
  const [known, setKnown] = useState<Known>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(beginSignIn, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each link
  useEffect(() => {
    api.post<SignInLink>('auth/link/look/', { body: { secret } }).then(
      ({ data }) => setKnown(data),
      (error) => (error instanceof ApiError && error.status === 404 ? setKnown('gone') : setProblem(failureText(t, error))),
    );
  }, [secret]);

  const enter = async (me: Me) => {
    await adoptLanguage(me.language);
    navigate(me.duty ? '/auth' : homeOf(me), { replace: true });
  };
  const state = known === 'gone' ? known : known?.state;
  const title =
    known === null
      ? ''
      : known === 'gone' || known.state !== 'open'
        ? t(`pages:sign_in_link.states.${state as 'gone'}.title`)
        : t(`pages:sign_in_link.title.${known.kind}`);
  return (
    <FrontPage title={title}>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {!state && !problem && <p role="status">{t('core:loading')}</p>}
      {known && known !== 'gone' && known.state === 'open' && <SetPasswordForm link={known} secret={secret} onEnter={enter} />}
      {state && state !== 'open' && (
        <div className={classes.form}>
          <p className={classes.hint}>{t(`pages:sign_in_link.states.${state}.text`)}</p>
          <a className={classes.link} href="/auth">
            {t('pages:sign_in_link.sign_in')}
          </a>
        </div>
      )}
    </FrontPage>
  );
}
