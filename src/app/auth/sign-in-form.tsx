import { lazy, Suspense } from 'react';
import { signIn } from '#src/core/api/auth.ts';
import { type Me, useSession } from '#src/core/api/session.ts';
import classes from './auth-page.module.css';
import { CodeField } from './code-field.tsx';
import { Field } from './field.tsx';
import { Submit } from './submit.tsx';
import { useAuthForm } from './use-auth-form.ts';

const ForgottenPassword = lazy(async () => ({ default: (await import('./forgotten-password.tsx')).ForgottenPassword }));

interface SignInFormProps {
  login: string;
  /** True if a forgotten password can be reset by mail. */
  forgotten: boolean;
  onEnter: (me: Me) => Promise<void>;
  onChangePassword: (login: string) => void;
}

export function SignInForm({ login, forgotten, onEnter, onChangePassword }: SignInFormProps) {
  const { t, values, field, submit, missing, problem, busy, node, asksCode } = useAuthForm({ login, password: '', code: '' });
  const { ended } = useSession();
  const message = problem ?? (ended === 'expired' ? t('core:auth.expired') : null);
  return (
    <form
      ref={node}
      className={classes.form}
      noValidate
      onSubmit={submit(
        () => missing('login', 'password'),
        async () => onEnter(await signIn(values.login.trim(), values.password, values.code.trim() || undefined)),
      )}
    >
      {message && (
        <p className={classes.problem} role="alert">
          {message}
        </p>
      )}
      <Field {...field('login')} autoFocus autoComplete="username" description={t('core:auth.login_hint')} />
      <Field type="password" {...field('password')} autoComplete="current-password" />
      <CodeField shown={asksCode} field={field('code')} />
      <Submit busy={busy}>{t('core:auth.sign_in.submit')}</Submit>
      <button type="button" className={classes.link} onClick={() => onChangePassword(values.login)}>
        {t('core:auth.password.title')}
      </button>
      {forgotten && (
        <Suspense>
          <ForgottenPassword login={values.login} />
        </Suspense>
      )}
    </form>
  );
}
