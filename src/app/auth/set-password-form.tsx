import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignInLink } from '#contract/admin/sign-in-links.ts';
import { api } from '#src/core/api/api.ts';
import { signIn } from '#src/core/api/auth.ts';
import type { Me } from '#src/core/api/session.ts';
import { checkNewPassword } from '#src/core/ui/new-password.ts';
import classes from './auth-page.module.css';
import { CodeField } from './code-field.tsx';
import { Field } from './field.tsx';
import { Submit } from './submit.tsx';
import { useAuthForm } from './use-auth-form.ts';

interface SetPasswordFormProps {
  link: SignInLink;
  secret: string;
  onEnter: (me: Me) => Promise<void>;
}

/** The password of a link's person, chosen once, and the sign-in with it. */
export function SetPasswordForm({ link, secret, onEnter }: SetPasswordFormProps) {
  const { t: texts } = useTranslation('pages');
  const { t, values, field, submit, missing, problem, busy, node, asksCode } = useAuthForm({ password: '', repeat_password: '', code: '' });
  // The link works once: after a failed sign-in, for example without its code, only the sign-in is repeated.
  const saved = useRef<string | null>(null);

  const check = () => {
    const { new_password, ...repeat } = checkNewPassword(t, values.password, values.repeat_password, link.password_length);
    return { ...repeat, ...(new_password ? { password: new_password } : {}), ...missing('password') };
  };
  const save = async () => {
    if (saved.current === null) {
      await api.post('auth/link/use/', { body: { secret, password: values.password } });
      saved.current = values.password;
    }
    await onEnter(await signIn(link.email, saved.current, values.code.trim() || undefined));
  };
  const names = { company: link.company_name || 'Manger', email: link.email };

  return (
    <form ref={node} className={classes.form} noValidate onSubmit={submit(check, save)}>
      <p className={classes.hint}>
        {link.kind === 'invitation' ? texts('pages:sign_in_link.text.invitation', names) : texts('pages:sign_in_link.text.reset', names)}
      </p>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
      <Field
        type="password"
        {...field('password')}
        label={t('core:fields.new_password')}
        autoFocus
        autoComplete="new-password"
        description={t('core:auth.password_hint', { limit: link.password_length })}
      />
      <Field type="password" {...field('repeat_password')} autoComplete="new-password" />
      <CodeField shown={asksCode} field={field('code')} />
      <Submit busy={busy}>{texts('pages:sign_in_link.submit')}</Submit>
    </form>
  );
}
