import { Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { PasswordField } from './password-field.tsx';

interface Values {
  password: string;
  /** The person sets the password by a link. */
  invite: boolean;
}

interface FirstPasswordProps<V extends Values> {
  form: UseFormReturnType<V>;
  /** False if the caller may add people, but not give them a new password. */
  mayInvite: boolean;
}

/** The way to a new person's first password: a link for the person, or a password that is passed on. */
export function FirstPassword<V extends Values>({ form, mayInvite }: FirstPasswordProps<V>) {
  const { t } = useTranslation('pages');
  // The fields below are those of `Values`; the form may contain others.
  const own = form as unknown as UseFormReturnType<Values>;
  return (
    <>
      {mayInvite && (
        <Switch
          label={t('pages:sign_in_link.invite.own')}
          description={t('pages:sign_in_link.invite.own_text')}
          {...own.getInputProps('invite', { type: 'checkbox' })}
        />
      )}
      {!own.values.invite && <PasswordField {...own.getInputProps('password')} />}
    </>
  );
}
