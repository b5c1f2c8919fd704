import { Button, PasswordInput, TextInput } from '@mantine/core';
import { changePassword } from '../../core/api/auth.ts';
import type { Me } from '../../core/api/session.ts';
import { checkNewPassword } from '../../core/ui/new-password.ts';
import classes from './auth-page.module.css';
import { useAuthForm } from './use-auth-form.ts';

interface ChangePasswordFormProps {
  login: string;
  onEnter: (me: Me) => Promise<void>;
  onBack: () => void;
}

export function ChangePasswordForm({ login, onEnter, onBack }: ChangePasswordFormProps) {
  const { t, values, field, submit, missing, problem, busy, node } = useAuthForm({
    login,
    password: '',
    new_password: '',
    repeat_password: '',
  });
  const eye = { visibilityToggleButtonProps: { 'aria-label': t('core:auth.show_password') } };
  return (
    <form
      ref={node}
      className={classes.form}
      noValidate
      onSubmit={submit(
        () => ({ ...checkNewPassword(t, values.new_password, values.repeat_password), ...missing('login', 'password', 'new_password') }),
        async () => onEnter(await changePassword(values.login.trim(), values.password, values.new_password)),
      )}
    >
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <TextInput {...field('login')} size="md" autoFocus autoComplete="username" autoCapitalize="none" />
      <PasswordInput {...field('password')} {...eye} label={t('core:fields.present_password')} size="md" autoComplete="current-password" />
      <PasswordInput {...field('new_password')} {...eye} size="md" autoComplete="new-password" description={t('core:auth.password_hint')} />
      <PasswordInput {...field('repeat_password')} {...eye} size="md" autoComplete="new-password" />
      <Button type="submit" size="md" loading={busy} fullWidth>
        {t('core:auth.password.submit')}
      </Button>
      <button type="button" className={classes.link} onClick={onBack}>
        {t('core:auth.back')}
      </button>
    </form>
  );
}
