import { saveMe } from '#src/core/api/auth.ts';
import type { Me } from '#src/core/api/session.ts';
import { checkNewPassword, passwordLength } from '#src/core/ui/new-password.ts';
import classes from './auth-page.module.css';
import { CodeField } from './code-field.tsx';
import { Field } from './field.tsx';
import { Submit } from './submit.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** Somebody else set the password: an own one before anything else. */
export function DutyPasswordForm({ onEnter }: { onEnter: (me: Me) => Promise<void> }) {
  const { t, values, field, submit, missing, problem, busy, node, asksCode } = useAuthForm({
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
        () => ({ ...checkNewPassword(t, values.new_password, values.repeat_password), ...missing('password', 'new_password') }),
        async () => {
          const code = values.code.trim();
          await onEnter(await saveMe({ password: values.password, new_password: values.new_password, ...(code ? { code } : {}) }));
        },
      )}
    >
      <p className={classes.hint}>{t('core:auth.duty.password')}</p>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Field type="password" {...field('password')} label={t('core:fields.present_password')} autoFocus autoComplete="current-password" />
      <Field
        type="password"
        {...field('new_password')}
        autoComplete="new-password"
        description={t('core:auth.password_hint', { limit: passwordLength() })}
      />
      <Field type="password" {...field('repeat_password')} autoComplete="new-password" />
      <CodeField shown={asksCode} field={field('code')} />
      <Submit busy={busy}>{t('core:auth.password.submit')}</Submit>
    </form>
  );
}
