import { api } from '#src/core/api/api.ts';
import { signIn } from '#src/core/api/auth.ts';
import type { Me } from '#src/core/api/session.ts';
import { checkNewPassword } from '#src/core/ui/new-password.ts';
import classes from './auth-page.module.css';
import { Field } from './field.tsx';
import { Submit } from './submit.tsx';
import { useAuthForm } from './use-auth-form.ts';

const EMPTY = { code: '', first_name: '', last_name: '', email: '', phone: '', password: '', repeat_password: '' };

interface SetupFormProps {
  /** Minimum length of a password, in characters. */
  passwordLength: number;
  onEnter: (me: Me) => Promise<void>;
}

/** A fresh installation's first super administrator, guarded by the one-time code in the server's log. */
export function SetupForm({ passwordLength, onEnter }: SetupFormProps) {
  const { t, values, field, submit, missing, problem, busy, node } = useAuthForm(EMPTY);

  const check = () => {
    const { new_password: password, ...repeat } = checkNewPassword(t, values.password, values.repeat_password, passwordLength);
    return { ...repeat, ...(password ? { password } : {}), ...missing('code', 'email', 'password') };
  };
  const save = async () => {
    const { repeat_password: _, ...body } = values;
    await api.post('setup/', { body });
    await onEnter(await signIn(values.email.trim(), values.password));
  };

  return (
    <form ref={node} className={classes.form} noValidate onSubmit={submit(check, save)}>
      <p className={classes.hint}>{t('core:auth.setup.hint')}</p>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Field {...field('code')} autoFocus autoComplete="one-time-code" description={t('core:auth.setup.code_hint')} />
      <div className={classes.pair}>
        <Field {...field('first_name')} autoComplete="given-name" />
        <Field {...field('last_name')} autoComplete="family-name" />
      </div>
      <Field {...field('email')} type="email" autoComplete="email" />
      <Field {...field('phone')} type="tel" autoComplete="tel" placeholder="+380501234567" />
      <Field
        type="password"
        {...field('password')}
        autoComplete="new-password"
        description={t('core:auth.password_hint', { limit: passwordLength })}
      />
      <Field type="password" {...field('repeat_password')} autoComplete="new-password" />
      <Submit busy={busy}>{t('core:auth.setup.submit')}</Submit>
    </form>
  );
}
