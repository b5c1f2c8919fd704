import { Button, PasswordInput, TextInput } from '@mantine/core';
import { signIn } from '../../core/api/auth.ts';
import { type Me, useSession } from '../../core/api/session.ts';
import classes from './auth-page.module.css';
import { useAuthForm } from './use-auth-form.ts';

interface SignInFormProps {
  login: string;
  onEnter: (me: Me) => Promise<void>;
  onChangePassword: (login: string) => void;
}

export function SignInForm({ login, onEnter, onChangePassword }: SignInFormProps) {
  const { t, values, field, submit, missing, problem, busy, node } = useAuthForm({ login, password: '' });
  const { ended } = useSession();
  const said = problem ?? (ended === 'expired' ? t('core:auth.expired') : null);
  return (
    <form
      ref={node}
      className={classes.form}
      noValidate
      onSubmit={submit(
        () => missing('login', 'password'),
        async () => onEnter(await signIn(values.login.trim(), values.password)),
      )}
    >
      {said && (
        <p className={classes.problem} role="alert">
          {said}
        </p>
      )}
      <TextInput
        {...field('login')}
        size="md"
        autoFocus
        autoComplete="username"
        autoCapitalize="none"
        description={t('core:auth.login_hint')}
      />
      <PasswordInput
        {...field('password')}
        size="md"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('core:auth.show_password') }}
      />
      <Button type="submit" size="md" loading={busy} fullWidth>
        {t('core:auth.sign_in.submit')}
      </Button>
      <button type="button" className={classes.link} onClick={() => onChangePassword(values.login)}>
        {t('core:auth.password.title')}
      </button>
    </form>
  );
}
