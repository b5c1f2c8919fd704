import { changePassword } from '#src/core/api/auth.ts';
import type { Me } from '#src/core/api/session.ts';
import { checkNewPassword } from '#src/core/ui/new-password.ts';
import classes from './auth-page.module.css';
import { CodeField } from './code-field.tsx';
import { Field } from './field.tsx';
import { Submit } from './submit.tsx';
import { useAuthForm } from './use-auth-form.ts';

interface ChangePasswordFormProps {
  login: string;
  /** Minimum length of a new password, in characters. */
  passwordLength: number;
  onEnter: (me: Me) => Promise<void>;
  onBack: () => void;
}

export function ChangePasswordForm({ login, passwordLength, onEnter, onBack }: ChangePasswordFormProps) {
  const { t, values, field, submit, missing, problem, busy, node, asksCode } = useAuthForm({
    login,
    password: '',
    new_password: '',
    repeat_password: '',
    code: '',
  });
  return (
    <form
      ref={node}
      className={classes.form}
      noValidate
      onSubmit={submit(
        () => ({
          ...checkNewPassword(t, values.new_password, values.repeat_password, passwordLength),
          ...missing('login', 'password', 'new_password'),
        }),
        async () =>
          onEnter(await changePassword(values.login.trim(), values.password, values.new_password, values.code.trim() || undefined)),
      )}
    >
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Field {...field('login')} autoFocus autoComplete="username" />
      <Field type="password" {...field('password')} label={t('core:fields.present_password')} autoComplete="current-password" />
      <Field
        type="password"
        {...field('new_password')}
        autoComplete="new-password"
        description={t('core:auth.password_hint', { limit: passwordLength })}
      />
      <Field type="password" {...field('repeat_password')} autoComplete="new-password" />
      <CodeField shown={asksCode} field={field('code')} />
      <Submit busy={busy}>{t('core:auth.password.submit')}</Submit>
      <button type="button" className={classes.link} onClick={onBack}>
        {t('core:auth.back')}
      </button>
    </form>
  );
}
